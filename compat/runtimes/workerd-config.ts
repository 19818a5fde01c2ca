/** The behavior of workerd at this date. A later date can change how `fetch` behaves. */
const COMPATIBILITY_DATE = '2026-11-01';

/** Returns the configuration of workerd for a worker that can call only servers on loopback. */
export const workerdConfig = (control: string): string => `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "program", worker = .program),
    (name = "loopback", network = (allow = ["local"])),
  ],
);

const program :Workerd.Worker = (
  modules = [(name = "main", esModule = embed "main-workerd.mjs")],
  bindings = [(name = "CONTROL", text = "${control}")],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  globalOutbound = "loopback",
);
`;
