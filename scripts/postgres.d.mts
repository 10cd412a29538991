/** The folder of an installed PostgreSQL's programs; null when there is none. */
export function systemPostgres(): string | null
/** A server of its own on a free port, thrown away when it stops. */
export function startSystemPostgres(binaries: string): Promise<{ url: string; stop(): Promise<void> }>
