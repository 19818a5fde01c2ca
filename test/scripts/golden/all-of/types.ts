export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Item: {
            id: string;
            title?: string;
        };
        Book: components["schemas"]["Item"] & {
            pages: number;
        };
        CompleteBook: components["schemas"]["Book"] & unknown;
        Loan: {
            /** @description The borrowed book. */
            book?: components["schemas"]["Book"];
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
