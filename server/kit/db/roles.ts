import pg from 'pg'

/**
 * `app` serves callers and sees one account at a time (row-level security); `system` serves jobs, sign-in and the
 * public check, behind named functions. The owner of the schema migrates and does nothing else.
 */
export const databaseRoles = { app: 'shimakaze_app', system: 'shimakaze_system' } as const
export type DatabaseRole = keyof typeof databaseRoles

export class DatabaseTooOld extends Error {}

/** Two processes may start at once on one server, and roles belong to the server: any of these means "exists already". */
const duplicateCodes = new Set(['42710', '23505', 'XX000'])

/** Creates the two roles where missing and lets `login` take them on. */
export async function ensureRoles(adminUrl: string, login: string) {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    const version = Number(rows[0]?.server_version_num)
    if (version < 170_000)
      throw new DatabaseTooOld(
        `PostgreSQL 17 or newer is needed; DATABASE_URL leads to ${Math.floor(version / 10_000)}.`,
      )
    for (const role of Object.values(databaseRoles)) {
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
      if (!rowCount) await client.query(`create role ${role} nologin`).catch(ignoreDuplicate)
      const member = await client.query(`select pg_has_role($1, $2, 'set') as can`, [login, role])
      if (!member.rows[0].can)
        await client.query(`grant ${role} to ${client.escapeIdentifier(login)} with inherit false, set true`)
    }
  } finally {
    await client.end()
  }
}

function ignoreDuplicate(e: { code?: string }) {
  if (!duplicateCodes.has(e.code ?? '')) throw e
}
