/** The functions of culori in use; the package carries no types. */
declare module 'culori/require' {
  export type CuloriColor = { mode: string; alpha?: number; [channel: string]: number | string | undefined }

  /** undefined for what is no colour. Takes every notation of CSS Color 4. */
  export function parse(text: string): CuloriColor | undefined
  export function converter(mode: 'rgb'): (color: CuloriColor) => { r?: number; g?: number; b?: number }
  export function converter(mode: 'lab65'): (color: CuloriColor) => { l?: number; a?: number; b?: number }
  export function differenceCiede2000(): (one: CuloriColor, other: CuloriColor) => number
  export function wcagContrast(one: CuloriColor, other: CuloriColor): number
}
