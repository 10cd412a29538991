/** A postal address; the country is two letters of ISO 3166-1, empty where nobody said. */
export interface AddressParts {
  street: string
  locality: string
  region: string
  postcode: string
  country: string
}
