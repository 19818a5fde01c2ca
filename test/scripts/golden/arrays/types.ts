export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Tags: string[];
        Grid: (number | null)[][];
        Position: [
            string,
            number
        ];
        Named: [
            string
        ];
        Pair: string[];
        Choice: (string | number)[];
        Anything: unknown[];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
