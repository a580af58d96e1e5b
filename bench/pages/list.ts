/** The real pages that scans are judged on: which they are, where a folder has them, and how to fill one. */
import { existsSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { type Half, halfOf } from '#bench/halves'

type Repository = {
  /** owner/name */
  repository: string
  commit: string
  licence: string
  /** The folder that its server would have for its root; empty for its own. */
  root: string
  pages: { path: string; half: Half }[]
}

export type RealPage = { name: string; repository: string; path: string; half: Half; licence: string; url: string }

/** Two thirds of what was drawn by digest were not looked at from the first. */
const seenShare = 1 / 3

/** @throws Error when a page that was drawn by digest stands in another part than its name's digest says. */
export async function readList(): Promise<Repository[]> {
  const list: Repository[] = await Bun.file(new URL('list.json', import.meta.url)).json()
  for (const { repository, pages } of list)
    for (const { path, half } of pages)
      if (half !== 'unseen' && half !== halfOf('pages', `${repository}/${path}`, seenShare))
        throw new Error(`${repository}/${path} does not belong to the ${half} half`)
  return list
}

const folderOf = (folder: string, repository: string): string => join(folder, repository.replace('/', '+'))

/** Serves each repository as its site would be, at an address of its own. What is not in the folder is named in `missing`. */
export async function servePages(folder: string) {
  const pages: RealPage[] = []
  const missing: string[] = []
  const servers: Bun.Server<undefined>[] = []
  for (const { repository, commit, licence, root, pages: paths } of await readList()) {
    const place = folderOf(folder, repository)
    if (!existsSync(place)) {
      missing.push(`git clone https://github.com/${repository} ${place} && git -C ${place} checkout ${commit}`)
      continue
    }
    const server = serveFolder(join(place, root))
    servers.push(server)
    for (const { path, half } of paths) {
      if (!existsSync(join(place, path))) throw new Error(`${place} is not at commit ${commit}: it has no ${path}`)
      const url = `${server.url.origin}/${root === '' ? path : path.slice(root.length + 1)}`
      pages.push({ name: `${repository}/${path}`, repository, path, half, licence, url })
    }
  }
  return {
    pages,
    missing,
    ports: servers.map(({ port }) => port ?? 0),
    stop: () => Promise.all(servers.map((server) => server.stop(true))),
  }
}

/** A folder of files as a plain web server has it. */
export function serveFolder(folder: string): Bun.Server<undefined> {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const path = normalize(`/${decodeURIComponent(new URL(request.url).pathname)}`)
      const file = Bun.file(join(folder, path.endsWith('/') ? `${path}index.html` : path))
      return (await file.exists()) ? new Response(file) : new Response('not here', { status: 404 })
    },
  })
}
