export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Book: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "book";
            pages: number;
        };
        Film: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "film";
            minutes: number;
        };
        Item: components["schemas"]["Book"] | components["schemas"]["Film"];
        Member: {
            role: string;
        };
        Reader: Omit<components["schemas"]["Member"], "role"> & {
            card?: string;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "reader";
        };
        Contact: {
            email: string;
        } | {
            phone: string;
        };
        Number: string | number;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
