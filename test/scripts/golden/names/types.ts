export interface paths {
    "/books/{book-id}/$count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["count-books.v2"];
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
    schemas: {
        "book.v2": {
            class: string;
            "content-type": string;
            "@id": string;
            "1st": number;
            constructor: boolean;
            "na\u00EFve"?: string;
        };
        String: {
            value?: string;
        };
        "3d-model": string;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "count-books.v2": {
        parameters: {
            query?: {
                "page[size]"?: number;
            };
            header?: never;
            path: {
                "book-id": string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number, and *\/ in a description. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["book.v2"];
                };
            };
        };
    };
}
