/** Processor time of this process, all of its threads, since `before`. */
export function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
