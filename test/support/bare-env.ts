/** What a process that a test starts is given of ours, beside what the test says: where programs lie, and what Bun made of their source before. */

const kept = ['PATH', 'BUN_RUNTIME_TRANSPILER_CACHE_PATH']

export const bareEnv: Readonly<Record<string, string>> = Object.fromEntries(
  kept.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)
