export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Category: {
            name: string;
            children: components["schemas"]["Category"][];
        };
        Edition: {
            year: number;
            previous: components["schemas"]["Edition"] | null;
        };
        Filter: {
            all?: components["schemas"]["Filter"][];
            not?: components["schemas"]["Filter"];
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
