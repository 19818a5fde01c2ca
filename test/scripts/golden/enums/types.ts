export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        State: "lent" | "free" | "on-hold" | "reader's" | "a \"b\"" | "";
        /** @enum {integer} */
        Floor: -1 | 0 | 1;
        /** @enum {boolean} */
        Flag: true;
        /** @enum {unknown} */
        Mixed: "auto" | 1 | false | null;
        /** @constant */
        Kind: "book";
        /** @constant */
        Version: 2;
        Book: {
            kind: components["schemas"]["Kind"];
            state: components["schemas"]["State"];
            states?: components["schemas"]["State"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
