import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import type { SettingFlags } from '../config/environment.ts'
import { loadConfig } from '../config/load.ts'

/** Adds the flags of every command that reads the settings. */
export function withConfigOptions(command: Command): Command {
  return command
    .option('--config <file>', 'settings (default: digest.yaml where there is one)')
    .option('--data <dir>', 'folder of what the service writes')
    .option('--store <address>', 'where items are kept: sqlite:FILE')
    .option('--log-level <level>', 'silent, fatal, error, warn, info, debug or trace')
}

/** Adds the flags of commands that listen. */
export function withServerOptions(command: Command): Command {
  return command
    .option('--host <address>', 'address to listen on')
    .option('--port <number>', 'port to listen on; 0 takes any free one')
    .option('--base-url <url>', 'address that readers reach the service at, with its path')
}

/**
 * The settings that a command's flags, the environment and the file give together.
 *
 * @throws DigestError('configInvalid') with every fault
 */
export function configOf(flags: SettingFlags): Config {
  return loadConfig({ flags })
}
