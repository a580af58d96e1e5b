/** What a process started by `script/start` owes it: to end when its supervisor is gone, even by kill -9. */

/**
 * Watches the pipe from the supervisor; when that closes, this process tells itself SIGTERM and so ends the usual way.
 * Does nothing in a process that was started otherwise.
 */
export function endWithSupervisor(env: Record<string, string | undefined>, graceMs = 30_000): void {
  if (env['SUPERVISED'] !== '1') return
  const end = () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs).unref()
  }
  process.stdin.on('end', end).on('error', end).resume()
}
