/** How a page is judged: what fails it, what is let pass, and until when. */
import { type Static, Type as t } from '@sinclair/typebox'
import { DesignSeverity } from '#db/documents/design-report'
import { Box } from '#db/documents/scan-report'

const closed = { additionalProperties: false }

export const IgnoredRegion = t.Object(
  {
    selector: t.Optional(t.String({ minLength: 1, maxLength: 1024 })),
    box: t.Optional(t.Object(Box.properties, closed)),
    reason: t.String({ minLength: 1, maxLength: 500 }),
    expiresAt: t.Optional(t.String({ format: 'date-time', description: 'From then on it is looked at again.' })),
  },
  { ...closed, description: 'Either a selector or a box.' },
)
export type IgnoredRegion = Static<typeof IgnoredRegion>

export const DesignPolicy = t.Object(
  {
    failOn: t.Optional(DesignSeverity),
    mode: t.Optional(
      t.Union([t.Literal('exact'), t.Literal('tolerant')], {
        default: 'tolerant',
        description: 'exact: any pixel that differs is an issue; tolerant: what a renderer does by itself is none.',
      }),
    ),
    maxShift: t.Optional(
      t.Integer({ minimum: 0, maximum: 100, default: 0, description: 'CSS pixels that a part may have moved.' }),
    ),
    autoAccept: t.Optional(
      t.Boolean({ default: true, description: 'Whether a first snapshot that breaks nothing becomes the baseline.' }),
    ),
    ignore: t.Optional(t.Array(IgnoredRegion, { maxItems: 200 })),
    grid: t.Optional(
      t.Object(
        {
          columns: t.Integer({ minimum: 1, maximum: 48 }),
          gutter: t.Number({ minimum: 0 }),
          margin: t.Number({ minimum: 0 }),
        },
        { ...closed, description: 'Columns that left edges are held to.' },
      ),
    ),
  },
  closed,
)
export type DesignPolicy = Static<typeof DesignPolicy>
