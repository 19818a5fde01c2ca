export interface paths {
    "/books": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_books"];
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
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_books: {
        parameters: {
            query?: {
                filter?: {
                    author?: string;
                };
                tag?: string[];
                point?: string;
            };
            header: {
                "X-Library": string;
                "If-None-Match"?: string;
            };
            path?: never;
            cookie: {
                session: string;
                theme?: "dark" | "light";
            };
        };
        requestBody?: never;
        responses: {
            /** @description The books. */
            200: {
                headers: {
                    ETag: string;
                    "X-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
        };
    };
}
