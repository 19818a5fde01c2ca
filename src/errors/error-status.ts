type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type ToNumber<S> = S extends `${infer N extends number}` ? N : never;
/** The 100 statuses that start with a digit. */
type StartingWith<First extends Digit> = ToNumber<`${First}${Digit}${Digit}`>;

/** The statuses of each range, and of `default`, in the responses of an operation. */
interface StatusesOf {
  '3XX': StartingWith<3>;
  '4XX': StartingWith<4>;
  '5XX': StartingWith<5>;
  // A 2xx response is an error only if its body is not the documented JSON, so `default` does not describe this body.
  default: StartingWith<3 | 4 | 5>;
}

/** A key that describes errors with several statuses. */
export type StatusRange = keyof StatusesOf;

/** The key of a response if the response is an error: a status other than 1xx and 2xx, a range, or `default`. */
export type ErrorKey<K> = K extends StatusRange
  ? K
  : K extends number
    ? `${K}` extends `${1 | 2}${string}`
      ? never
      : K
    : never;

/** The statuses of keys such as `404 | '5XX'`. */
type StatusesOfKeys<Keys> = (Keys & number) | StatusesOf[Keys & StatusRange];

/** The statuses of a range or of `default`, except the statuses of other keys. */
export type StatusIn<Range extends StatusRange, Except> = Exclude<StatusesOf[Range], StatusesOfKeys<Except>>;

/**
 * All statuses except the statuses of the keys. They include 0, which is a redirect that a browser hides, and 2xx,
 * because a 2xx response that is not readable is an error.
 */
export type OtherStatus<Keys> =
  // With this condition, the compiler creates the union only when the keys are known, and not for each generic call.
  [Keys] extends [infer K] ? 0 | StartingWith<1 | 2> | StatusIn<'default', K> : never;
