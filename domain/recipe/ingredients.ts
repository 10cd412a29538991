import names from './ingredient-names.json' with { type: 'json' }

/**
 * What ingredients weigh, in grams by the US cup of 236.588 mL.
 *
 * Sources: the household portions of USDA FoodData Central (SR Legacy), and the ingredient weight chart of King Arthur Baking, which
 * spoons flour and levels it. Where the two differ, both stand here: a cup is no exact measure of what can be packed.
 */
export interface Ingredient {
  id: string
  /** USDA FoodData Central */
  usda: number
  /** King Arthur Baking, ingredient weight chart */
  kingArthur: number | null
  /** English names, the usual one first */
  names: readonly string[]
}

/** id | USDA | King Arthur (or -) | names */
const rows = `
flour|125|120|flour,plain flour,all-purpose flour,all purpose flour,ap flour,wheat flour,white flour
bread-flour|137|120|bread flour,strong flour,strong white flour
cake-flour|137|120|cake flour,pastry flour
self-raising-flour|125|113|self-raising flour,self raising flour,self-rising flour,self rising flour
wholemeal-flour|120|113|whole wheat flour,wholewheat flour,wholemeal flour,whole-wheat flour,wholemeal
rye-flour|102|106|rye flour
almond-flour|112|96|almond flour,ground almonds,almond meal
rice-flour|158|142|rice flour
cornstarch|128|112|cornstarch,corn starch,cornflour,corn flour
cornmeal|157|138|cornmeal,polenta
semolina|167|163|semolina
sugar|200|198|sugar,granulated sugar,white sugar,caster sugar,castor sugar,superfine sugar
brown-sugar|220|213|brown sugar,dark brown sugar,light brown sugar,muscovado,muscovado sugar
powdered-sugar|120|113|powdered sugar,icing sugar,confectioners sugar,confectioners' sugar,confectioner's sugar
butter|227|226|butter,unsalted butter,salted butter,margarine
oil|218|198|oil,vegetable oil,sunflower oil,canola oil,rapeseed oil,cooking oil
olive-oil|216|200|olive oil
coconut-oil|218|226|coconut oil
lard|205|226|lard,shortening
milk|244|227|milk,whole milk,skimmed milk,semi-skimmed milk
buttermilk|245|227|buttermilk
cream|238|227|cream,heavy cream,whipping cream,double cream,single cream
sour-cream|230|227|sour cream,creme fraiche,crème fraîche
yogurt|245|227|yogurt,yoghurt,greek yogurt,greek yoghurt,plain yogurt,natural yoghurt
cream-cheese|232|227|cream cheese,philadelphia
cheese|113|113|grated cheese,shredded cheese,cheese,cheddar,grated cheddar,mozzarella
parmesan|100|100|parmesan,grated parmesan
water|237|227|water
honey|339|336|honey
maple-syrup|315|312|maple syrup,syrup
golden-syrup|340|312|golden syrup,corn syrup
molasses|337|340|molasses,treacle
jam|320|340|jam,jelly,marmalade
peanut-butter|258|270|peanut butter
tahini|240|256|tahini
mayonnaise|220|226|mayonnaise,mayo
cocoa|86|84|cocoa,cocoa powder,cacao,cacao powder,unsweetened cocoa
chocolate-chips|168|170|chocolate chips,choc chips,chopped chocolate,chocolate
oats|81|89|oats,rolled oats,porridge oats,oatmeal
rice|185|198|rice,uncooked rice,long grain rice,basmati,basmati rice,white rice
cooked-rice|158|-|cooked rice
quinoa|170|177|quinoa
couscous|173|-|couscous
bulgur|140|152|bulgur,bulgur wheat
lentils|192|-|lentils,red lentils
chickpeas|200|-|chickpeas,dried chickpeas
beans|184|-|dried beans,black beans,kidney beans,beans
breadcrumbs|108|112|breadcrumbs,bread crumbs
salt|292|288|salt,table salt,fine salt,sea salt
kosher-salt|160|128|kosher salt
baking-powder|221|192|baking powder
baking-soda|221|288|baking soda,bicarbonate of soda,bicarb,bicarbonate
yeast|192|150|yeast,dry yeast,instant yeast
almonds|143|142|almonds,whole almonds
sliced-almonds|92|86|sliced almonds,flaked almonds
walnuts|117|113|walnuts,chopped walnuts,nuts,chopped nuts
pecans|109|114|pecans,chopped pecans
hazelnuts|135|142|hazelnuts
raisins|145|149|raisins,sultanas,currants
coconut|93|85|desiccated coconut,shredded coconut,coconut
blueberries|148|140|blueberries,berries
strawberries|152|167|strawberries,sliced strawberries
spinach|30|-|spinach,fresh spinach
onion|160|142|chopped onion,chopped onions,diced onion,onion,onions
carrots|110|99|grated carrots,grated carrot,carrots
chia-seeds|170|-|chia seeds,chia
sesame|144|142|sesame seeds,sesame
flaxseed|168|140|flaxseed,linseed,flax seeds
cinnamon|125|-|cinnamon,ground cinnamon
`

export const ingredients: readonly Ingredient[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [id = '', usda, kingArthur, all = ''] = row.split('|')
    return {
      ...{ id, usda: Number(usda), kingArthur: kingArthur === '-' ? null : Number(kingArthur) },
      names: all.split(','),
    }
  })

/** Millilitres of the cup that the weights are of. */
export const US_CUP = '236.5882365'

const byId = new Map(ingredients.map((one) => [one.id, one]))
const byLanguage: Readonly<Record<string, Readonly<Record<string, string>>>> = names

/** Names that a language has besides the English ones, the longest first: `brown sugar` is told from `sugar`. */
function namesIn(language: string): (readonly [string, Ingredient])[] {
  const own = Object.entries(byLanguage[language] ?? {}).flatMap(([id, all]) => {
    const ingredient = byId.get(id)
    return ingredient ? all.split(',').map((name) => [name, ingredient] as const) : []
  })
  const english = ingredients.flatMap((one) => one.names.map((name) => [name, one] as const))
  return [...own, ...english].sort((a, b) => b[0].length - a[0].length)
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** What makes something else of an ingredient: “rice vinegar”, “coconut milk”, “cream of tartar”, “cooked rice”. */
const BEHIND =
  /^(?:e?s)? (?:of tartar|vinegar|powder|krispies|beans?|milk|oil|syrup|sauce|chips|flakes|extract|cheese|juice|paste|water|sugar|bread|cake|crackers|noodles|pudding|seeds?|crumbs|starch)\b/u
const BEFORE =
  /\b(?:cooked|boiled|condensed|evaporated|dried|dehydrated|canned|tinned|roasted|pickled|powdered|vegan)\s$/u

export interface NamedIngredient {
  ingredient: Ingredient
  /** As it was said */
  name: string
}

/** The ingredient that a text names; null where it names none that is known. */
export function ingredientIn(text: string, language = 'en'): NamedIngredient | null {
  const low = text.toLowerCase()
  for (const [name, ingredient] of namesIn(language)) {
    for (let at = low.indexOf(name); at >= 0; at = low.indexOf(name, at + 1)) {
      const end = at + name.length
      const isWhole =
        unspaced.test(name) || (!/\p{L}/u.test(low[at - 1] ?? ' ') && /^(?:e?s)?(?![\p{L}\p{M}])/u.test(low.slice(end)))
      if (isWhole && !(BEHIND.test(low.slice(end)) || BEFORE.test(low.slice(0, at))))
        return { ingredient, name: text.slice(at, end) }
    }
  }
  return null
}
