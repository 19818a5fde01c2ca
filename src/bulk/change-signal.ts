/** Lets several loops wait until a shared state has changed. */
export interface ChangeSignal {
  /** Wakes all waiting loops, so that each loop checks its condition again. */
  notify(): void;
  until(condition: () => boolean): Promise<void>;
}

export function createChangeSignal(): ChangeSignal {
  let resolve: () => void;
  let changed: Promise<void>;
  const renew = () => {
    changed = new Promise((settle) => {
      resolve = settle;
    });
  };
  renew();
  return {
    notify: () => {
      resolve();
      renew();
    },
    until: async (condition) => {
      while (!condition()) await changed;
    },
  };
}
