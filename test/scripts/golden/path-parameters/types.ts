export interface paths {
    "/shelves/{shelf_id}/books/{number}": {
        parameters: {
            query?: {
                language?: string;
            };
            header?: never;
            path: {
                shelf_id: string;
                number: number;
            };
            cookie?: never;
        };
        get: operations["read_book"];
        put?: never;
        post?: never;
        delete: operations["delete_book"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shelves/{shelf_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["read_shelf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: {
        shelf_id: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    read_book: {
        parameters: {
            query?: {
                language?: string;
            };
            header?: never;
            path: {
                shelf_id: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is a book. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    delete_book: {
        parameters: {
            query: {
                language: "de" | "en";
                force?: boolean;
            };
            header?: never;
            path: {
                shelf_id: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The book is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    read_shelf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shelf_id: components["parameters"]["shelf_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is a shelf. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
