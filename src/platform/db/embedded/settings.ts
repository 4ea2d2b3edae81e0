/** The connection path to the server. It is chosen once per data folder. */
export type Transport = { kind: 'socket'; folder: string } | { kind: 'tcp'; port: number };

/** Clients connect to this address when the server listens on TCP. */
export const LOOPBACK = '127.0.0.1';

/**
 * The server's log contains nothing from clients: no statements, parameters or details, and no errors, because error
 * texts quote values ("invalid input syntax for type date: …"). Clients get every error, and the service logs only what
 * it is allowed to log. The log only has the server's own events.
 */
const PRIVACY = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_duration: 'off',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_lock_waits: 'off',
  log_temp_files: '-1',
  log_autovacuum_min_duration: '-1',
  log_checkpoints: 'off',
  log_connections: '',
  log_disconnections: 'off',
  log_hostname: 'off',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
};

const SERVICE = {
  max_connections: '200',
  timezone: 'UTC',
  datestyle: 'iso, mdy',
  jit: 'off',
  // Settings for one small service: rare checkpoints, and at most about half a gigabyte to replay after a crash.
  checkpoint_timeout: '15min',
  max_wal_size: '512MB',
  min_wal_size: '48MB',
  wal_buffers: '4MB',
  // Other servers may have buckets, so transactions over several servers and moves must work. These settings are always
  // on, because a server with a prepared transaction or a slot does not start without them.
  max_prepared_transactions: '100',
  wal_level: 'logical',
};

/** Settings only for data that a crash of the machine may destroy, such as a test's. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Quotes one name in a PostgreSQL list setting, because a folder's name may contain commas, spaces and quotes. */
function listItem(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The arguments of `postgres` for a cluster; `extra` overrides every default. */
export function serverArguments(
  cluster: string,
  transport: Transport,
  durable: boolean,
  extra: Readonly<Record<string, string>>,
): string[] {
  const listen =
    transport.kind === 'tcp'
      ? { listen_addresses: LOOPBACK, unix_socket_directories: '', port: String(transport.port) }
      : {
          listen_addresses: '',
          unix_socket_directories: listItem(transport.folder),
          unix_socket_permissions: '0700',
          port: '5432',
        };
  const durability = durable ? { fsync: 'on' } : NOT_DURABLE;
  const all = { ...PRIVACY, ...SERVICE, ...durability, ...extra, ...listen };
  return [
    '-D',
    cluster,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
