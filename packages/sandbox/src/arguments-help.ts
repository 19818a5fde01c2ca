/** The arguments of the command, for its help text. */
export const ARGUMENTS_HELP = `  seed file            YAML or JSON file with the options clients, resources (or their aliases), rateLimit,
                       deprecations and assume

Options:
  --host <name>        host name or IP address to listen on (default 127.0.0.1); 0.0.0.0 for all addresses
  --port <number>      port to listen on; 0 for a free port (default 4020)
  --origin <url>       origin by which clients reach the sandbox, such as https://tenant.example.com
  --control            serve the control API even if the host or the origin is not on loopback
  --rate-limit <l/s>   allow l calls at once, then s more per second, such as 5/2 (the default); off: no limit
  --latency <ms>       delay before each response (default 0)
  --log <format>       text (the default), or json: a JSON object for the start and for each request
  --version            print the version and exit
  --help, -h           print this help and exit

Exit status: 0 after Ctrl-C or SIGTERM, 1 if the sandbox cannot listen, 2 if an argument or the seed file is not valid`;
