export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Shelf: {
            name: string;
        };
        Book: {
            title: string | null;
            subtitle?: string | null;
            /** @enum {string|null} */
            state: "lent" | "free" | null;
            tags: (string | null)[] | null;
            shelf: components["schemas"]["Shelf"] | null;
            size: {
                /** @example 21.5 */
                height: number;
            } | null;
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
