/** 1,024 short English words of everyday things, each worth 10 bits in a passphrase; written for this list. */
export const passphraseWords: readonly string[] = `
  able acid acorn actor adapt adult agent agree ahead aisle alarm album alert alley allow almond alone alpha amber amuse
  anchor angle ankle apple april apron arch arena argue armor arrow artist ask aspen atlas atom attic audio august aunt autumn
  awake award axis bacon badge bagel baker ball bamboo banana band banjo bank barber bark barn barrel basil basin basket bath
  beach beacon bead beam bean bear beard beaver bed bee beef beetle bell belt bench berry bird bison blaze blend blimp block
  bloom blouse blue boat body bold bolt bone bonus book boot border boss bottle bottom bounce bowl box brain branch brass
  brave bread breeze brick bridge brief bright broad bronze broom brown brush bubble bucket buckle budget bugle build bulb
  bundle bunny burger bus bush butler butter button buzz cabin cable cactus cage cake calm camel camera camp canal candle
  candy cannon canoe canvas canyon cape car card cargo carpet carrot cart carve castle cat cattle cave cedar celery cello
  cement center cereal chain chair chalk charm chase cheese cherry chess chest chief chin chip chorus cider cinema circle
  circus citrus city clam clap clay clean clerk clever cliff climb clinic clock closet cloth cloud clover clown club coach
  coast coat cobra cocoa code coffee coin collar color column comb comet cookie copper coral corn corner cotton couch cougar
  count couple cousin cover cow coyote crab cradle craft crane crater crayon cream creek crew crisp crop crow crowd crown
  cruise crumb cube cup curly curve cycle daisy dance danger daring dawn day deck deer delta denim depot desert desk dial
  diary dice diet dinner disk dive dock doctor dog doll domino donkey door dot dove dozen dragon drama drawer dream dress
  drift drill drink drive drum duck dune dusk dust eager eagle early earth east easy echo edge eel egg eight elbow elder elk
  elm ember empire engine enjoy equal escape exact exit expert extra fabric face fairy falcon family famous fan farm fast
  father feast fence fern ferry fiber fiddle field fifty fig film filter final finch finger fire fish five flag flame flash
  flat flavor fleet flight flint flock floor flour flower flute fly foam focus fog folder forest fork fort forty fossil four
  fox frame fresh friend frog frost fruit fudge funny fur future gadget galaxy game garage garden garlic gate gear gem gentle
  giant gift ginger glad glass glide globe glove glow glue goal goat gold golf goose gown grain grand grape grass gravel gravy
  gray green grid grill grin ground group grove guard guest guide guitar gulf gull gym habit hair half hall hammer hand happy
  harbor hare harp hat hawk hay hazel head heart heavy hedge helmet hen herb hero heron hiker hill hinge hobby hockey hollow
  honest honey hood hoop horn horse hotel house human humble hunter hut ice icon idea igloo image index indigo ink inn insect
  island ivory ivy jacket jade jaguar jam jar jazz jeans jelly jet jewel jigsaw job jog joke joy judge juice july jump june
  jungle junior jury kayak keen kettle key kick kind king kiosk kite kitten kiwi knee knife knight knot koala label lace
  ladder lady lagoon lake lamb lamp land large laser latte laugh lava lawn leader leaf ledge lemon lens lesson letter level
  light lilac lily lime line linen lion lizard llama lobby local lodge log logic lotus loud lounge loyal lucky lumber lunar
  lunch lyric magic magnet mail major mango manor map maple marble march margin marine market mask mast match maze meadow meal
  medal melody melon member memory menu merry metal meteor middle milk mill mint minute mirror mist mitten mixer model modern
  moment monday monkey month moon moose mosaic moss motel moth mother motor mouse mouth movie muffin mule muscle museum music
  nacho nail name napkin narrow nation nature navy neck needle neon nest net never new nickel night nimble nine noble noise
  noodle noon north nose note novel number nurse nut oak oasis oat ocean office olive omelet one onion open opera orange orbit
  orchid organ otter oval oven owl owner oxygen oyster pace paddle page paint pair palace palm pan panda panel papaya paper
  parade park parrot party pasta patch path patio paw pea peace peach peanut pear pearl pebble pecan pedal pen pepper petal
  phone photo piano pickle picnic pie pigeon pillow pilot pine pink pipe pirate pixel pizza planet plant plaza plum plume
  pocket poem poet point polar polish polo pond pony pool poppy porch port potato powder prince print prize proud public
  puffin pulse puma pupil puppy purple purse puzzle quail quartz queen quest quick quiet quilt quiver rabbit race radar radio
  raft rail rain raisin ranch ranger rapid raven razor reach ready recipe record red reef relax rescue ribbon rice rich ride
  ridge ring ripple river road robin robot rocket rodeo roof room root rope rose round route royal ruby rug ruler rumor runner
  rural saddle safari sail salad salmon salon salsa salt sand satin saturn sauce sauna scale scarf scene scout sea seal seat
  seed seven shade shark sheep shelf shell ship shirt shoe shop shore short silk siren six skate ski skill sky sled sleep
  slice slide slope slow small smart smile smoke snack snail snow soap sock sofa soft solar solid song sonic soup south space
  spark spice spike spoon sport spot squid staff stage stair stamp star state steam steel stem step stew stone stool storm
  story stove straw sugar suit sun super surf swamp swan sweet swim swing sword syrup table taco tail tango tank tape taxi tea
  team tempo ten tent thick thin third thorn three thumb tide tiger tile tin tiny toast tool torch total towel tower town toy
  track trade trail train tray tree trend tribe trick trio trout truck trunk truth tulip tuna twin twist ultra uncle union
  unit urban usual value van vase vault venue verse vest video view vine vinyl visit vivid voice vote wagon waltz warm wasp
  watch water wave wax web week west whale wheat wheel whisk white wide wind wing wise wolf wood wool word world worm wren
  wrist yacht yard yarn year yoga young zebra zero zinc zone zoo
`
  .trim()
  .split(/\s+/u)
