/** Routes by which others follow the log of all evidence: C2SP tlog-tiles. */
import { FollowedLogs } from '#shared/contracts/logs'
import { cachingHeaders } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

const key = 'assay-3b1f9c0a2d4e5f60+a1b2c3d4+AVEpBOD2sRD09ZgFFkNHKXR5LBhqj1JQw7Y4QvEKyPRC'

/** Of which there is no text to show. */
const bytes = 'application/octet-stream'

export const logRoutes = {
  listLogs: route({
    area: 'B',
    method: 'GET',
    path: '/tlog',
    operationId: 'listLogs',
    summary: 'The logs of all evidence, to be followed from outside',
    description:
      'There is one log over the evidence of everybody. Another is begun only when an operator gives the last one up as lost; it has a prefix of its own, and nothing below a prefix ever changes but the checkpoint.',
    auth: 'key',
    answers: {
      200: {
        description: 'All that were ever begun, the one in force last.',
        schema: FollowedLogs,
        example: {
          logs: [
            {
              epoch: 1,
              origin: 'assay-3b1f9c0a2d4e5f60',
              keys: [key],
              prefix: '/v1/tlog/1',
              in_force: true,
              size: 70_000,
              started_at: '2026-05-20T10:00:00.123Z',
            },
          ],
        },
        headers: { 'Cache-Control': 'private, no-cache' },
      },
    },
  }),
  getLogCheckpoint: route({
    area: 'B',
    method: 'GET',
    path: '/tlog/:epoch/checkpoint',
    operationId: 'getLogCheckpoint',
    summary: 'The newest checkpoint of a log',
    description:
      'A signed note (C2SP tlog-checkpoint) with the cosignatures of witnesses below the signature of the log: the newest that was cosigned, or that has waited 10 s for it. It never goes back.',
    auth: 'key',
    params: { epoch: 'Which log: a number, as /tlog lists them.' },
    answers: {
      200: {
        description: 'The note.',
        type: 'text/plain',
        example: `assay-3b1f9c0a2d4e5f60\n70000\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— assay-3b1f9c0a2d4e5f60 Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n`,
        headers: cachingHeaders,
      },
      304: { description: 'The caller has it.', headers: cachingHeaders },
    },
    errors: ['NOT_IN_LOG'],
  }),
  getLogTile: route({
    area: 'B',
    method: 'GET',
    path: '/tlog/:epoch/tile/:level/:index*',
    operationId: 'getLogTile',
    summary: 'A tile of a log, or a bundle of its entries',
    description:
      'C2SP tlog-tiles. Of a level: hashes of the Merkle tree (RFC 6962), 32 bytes each, 256 in a full tile. Of entries: what the leaves are the hashes of, each behind its length in two bytes, the high one first. An entry is the id of an evidence node: 32 bytes, the SHA-256 of what the node says, and tells nothing of it to whom it was not shown.',
    auth: 'key',
    params: {
      epoch: 'Which log: a number, as /tlog lists them.',
      level: '0 to 63, or the word entries.',
      index:
        'Which tile of the level, in groups of three digits, all but the last behind an x: 067, x001/x234/067. One that is not full is asked for by how much of it: 067.p/12.',
    },
    answers: {
      200: {
        description: 'The bytes; they never change.',
        type: bytes,
        example: null,
        headers: cachingHeaders,
      },
      304: { description: 'The caller has them.', headers: cachingHeaders },
    },
    errors: ['NOT_IN_LOG'],
  }),
}
