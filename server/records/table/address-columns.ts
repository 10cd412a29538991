import { type AddressPart, addressParts } from '@atrium/contract/addresses'
import type { NamedField } from '@atrium/contract/field-facts'

/** What address books and shops call the parts, in the languages that our people's files are in. */
const CALLED: Readonly<Record<AddressPart, string>> = {
  street:
    'Street|Street address|Address line 1|Address 1|Address line|Straße|Strasse|Straße und Hausnummer|Anschrift|Rue|Adresse ligne 1|Calle|Dirección|Via|Indirizzo|Rua|Logradouro|Endereço|Straat|Ulica|Улица|شارع|番地|街道',
  locality:
    'City|Town|Locality|City/Town|Ort|Stadt|Wohnort|Ville|Commune|Ciudad|Localidad|Población|Città|Comune|Cidade|Plaats|Woonplaats|Miasto|Město|Город|مدينة|市区町村|城市',
  region:
    'State|Province|Region|State/Province|County|Bundesland|Kanton|Région|Département|Provincia|Estado|Regione|UF|Provincie|Województwo|Область|Регион|都道府県|省',
  postcode:
    'Postcode|Postal code|Zip|Zip code|Post code|PLZ|Postleitzahl|Code postal|CP|Código postal|CAP|CEP|Kod pocztowy|PSČ|Индекс|Почтовый индекс|الرمز البريدي|郵便番号|邮编|邮政编码',
  country: 'Country|Country code|Land|Staat|Pays|País|Paese|Nazione|Kraj|Země|Страна|بلد|国|国家',
}

/** The columns that each part of an address may have for itself, behind the one that has it all: `home.street`. */
export const withParts = (fields: readonly NamedField[]): NamedField[] =>
  fields.flatMap((field) => (field.kind === 'address' ? [field, ...partsOf(field)] : [field]))

const partsOf = (field: NamedField): NamedField[] =>
  addressParts.map((part) => {
    const called = CALLED[part].split('|')
    const of = [field.label, field.name, ...field.aliases].flatMap((whole) => called.map((name) => `${whole} ${name}`))
    return { ...field, name: `${field.name}.${part}`, part, isRequired: false, aliases: [...of, ...called] }
  })
