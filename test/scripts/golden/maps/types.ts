export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Book: {
            title: string;
        };
        Sealed: {
            title: string;
        };
        Counts: {
            [key: string]: number;
        };
        Anything: {
            [key: string]: unknown;
        };
        Unspecified: Record<string, never>;
        BooksByShelf: {
            [key: string]: components["schemas"]["Book"][];
        };
        Totals: {
            all: number;
        } & {
            [key: string]: number;
        };
        Labels: {
            [key: string]: string;
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
