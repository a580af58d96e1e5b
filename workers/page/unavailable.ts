/** What is thrown where no browser can be had. */

/** There is no browser that starts: the message is for an operator. */
export class BrowserUnavailable extends Error {
  override readonly name = 'BrowserUnavailable'
}
