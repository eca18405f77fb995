/** Tests whose subject is time: in a whole run they come first, one by one, with nothing beside them. */
export const timedFiles: readonly string[] = [
  'tests/captures/pages/time-limits.test.ts',
  'tests/faults/clock-jumps.test.ts',
  'tests/site/edited-under-load.api.test.ts',
]
