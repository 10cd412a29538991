/** Does a page make sense to the caller? Browsers say so when somebody opens an address; programs take anything, or JSON. */
export const acceptsHtml = (request: Request): boolean =>
  /(?:^|,)\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|,|$)/i.test(request.headers.get('accept') ?? '')
