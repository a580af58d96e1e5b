/** Who on a server that hosts sources is no person. Pure. */

/** What servers call the users of automatons. Gitea has no mark of its own for them. */
const botNames =
  /\[bot\]$|^(?:dependabot|renovate|greenkeeper|snyk|github-actions|gitea-actions|forgejo-actions|actions-user|codecov|sonarcloud|stale|mergify|netlify|vercel|copilot|allcontributors|imgbot|pre-commit-ci|web-flow|alert-bot|support-bot|ghost)(?:-bot|-io|\[bot\])?$|^(?:project|group)_\d+_bot/i

/** @param type as the server has it, where it does: GitHub says `Bot`. */
export const isBot = (login: string, type?: string | null): boolean => type === 'Bot' || botNames.test(login)
