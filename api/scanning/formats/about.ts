/** What a format is told beside the reports. */

export type ReportsAbout = {
  title: string
  /** The picture of the one page that is reported on. */
  picture?: { picture: Uint8Array; picture_type: string } | undefined
}
