import type { TrustErrorCode } from './trust-error.types.ts'

/** What an operator reads in a terminal, and what to do about it. */
export const trustWords: Record<TrustErrorCode, string> = {
  'clock-unproven':
    'Nothing vouches for this machine’s clock. Synchronise it with chrony or systemd-timesyncd, or name a source you answer for in SHIMAKAZE_CLOCK_SOURCE.',
  'keys-missing':
    'Keys or passphrase are missing. Make them with: npm run ceremony -- create --keys <dir> --offline <dir> --name <platform name>; then name them in SHIMAKAZE_KEYS and SHIMAKAZE_KEYS_PASSPHRASE_FILE.',
  'key-unreadable': 'The keys cannot be read: the passphrase is another, or a file was damaged.',
  'key-too-open': 'Others may read a key or its passphrase file. Take that right away: chmod 600.',
  'key-missing':
    'A key is missing that keys made long ago did not have. Renew: npm run ceremony -- renew --keys <dir> --offline <dir>',
  'key-retired':
    'A key has signed for as long as it may. Renew: npm run ceremony -- renew --keys <dir> --offline <dir>',
  'key-revoked': 'A key in use was revoked. Renew: npm run ceremony -- renew --keys <dir> --offline <dir>',
  'bad-digest': 'A SHA-256 digest has 32 bytes.',
  'keys-exist': 'There are keys already, or the offline folder is not empty. Nothing was overwritten.',
  'keys-busy': 'Another process has been changing these keys for a minute. Try again when it has ended.',
  'keys-local':
    'These keys were made by a local installation for itself and prove nothing to others. Make keys with: npm run ceremony -- create --keys <dir> --offline <dir> --name <platform name>; and name their folder in SHIMAKAZE_KEYS.',
  'root-missing': 'The root key is not in the offline folder. Bring the medium it was moved to.',
  'root-unreadable': 'The root key cannot be read: the passphrase is another, or the file was damaged.',
  'root-differs': 'This root key did not issue the keys in use.',
  'passphrase-differs':
    'The keys in use have another passphrase. The service could not read keys under a new one, so nothing was changed.',
  'unknown-serial':
    'No certificate with this serial was issued here. Look it up: npm run ceremony -- show --keys <dir>',
  'already-revoked': 'This certificate is on the list already.',
  'seal-unfit':
    'This seal cannot be taken over, and nothing was changed. Ask the authority for one that fits, or bring the whole chain and the key that belongs to it.',
  'log-behind':
    'The database is older than what the key of the log has signed: it was brought back from a copy. Renew the keys, and the log goes on in a new shard: npm run ceremony -- renew --keys <dir> --offline <dir>',
  'bad-instant': 'Not an instant, or one that has not come yet. Write it as 2026-11-21T08:00:00Z.',
}
