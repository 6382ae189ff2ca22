/**
 * Common words of prompts and tool declarations. With the one character before it, a word of the first list is at most
 * two tokens in all public tokenizers, and a word of the second at most three; a capital letter adds one.
 */
const ONE_TOKEN = `
  ability able about above absolute access account action actions active actual add added adding address after agent
  alert algorithm all allow allowed alone alpha also always analysis and another answer any api app application apply
  architecture are area args arguments around array ask assembly assign attributes audio authentication auto available
  await aware away back backend background bad base based bash basic batch because before below best binary black
  blank block board body book books boolean both bound bounded branch break browser bug build building built but
  button bytes cache call callback called camera can case cases catalog catch caught cell center central certain chain
  change changed changes channel char character chat check checked children choice choose chunk class clean clear
  client clock close closed cluster code codes color colors column columns come comes command commands comment
  comments commit common compare compatible compile complete complex components compose condition config configuration
  configure confirm connect connection const contact container contains content contents context continue control
  convert coordinate copy core correct cost could count create created cross current custom cut dark data database
  date day days deep default defined definition delay delegate delete dependencies dependency deploy depth description
  design desktop detail details dev developer development dict dictionary did diff direct direction directory disabled
  disk display distribution doc docs document documentation does domain don done double down download driver duration
  dynamic each echo edge edit editor effect elements else email emit empty enabled encoded encoding end ended ends
  engine entries entry enum environment error errors etc even event events every example examples exception exchange
  execute execution exist exists exit exp expect expected export expression extensions external extra extract fail
  failed false family far fast feature features fetch field fields file filename files filter filters final find first
  five fix fixed flag flash focus folder follow font fonts foo for form format forward found four frame framework free
  from front full fun function functions gen general generate generated generic geo get gets git global goal going
  good green grep group guide half hand handle hard has have header headers hello help here hidden high highlight
  history hold holds home host hosts hour how html identifier image images implementation import important include
  includes including index info information init initial inline input insert inside install instance int integer
  integration intent interface internal interval into intro invalid invoke item items its job json just keep key keys
  keyword kind know known label language large last late latest launch layout left length less let letter level lib
  library light like limit line lines link links linux list listen lists live load loaded loading local located
  location log login logs long look looking lookup loop lost low lower machine made main make making man managed
  management many mark master match matches math max may maybe media medium member memory merge message messages meta
  metadata method middle missing mode model models module month more most move msg multi multiple music must name
  named names namespace native natural near need nested network new news next node nodes non none normal not note
  notes nothing notification now npm null num number numbers numeric object off old older once one ones online only
  open operation operator option optional options order ordinary origin original oss other our out output over
  override own owner package packages page pages pair parallel param parameter parameters parent part parts pass
  password patch path paths pattern payment pdf people per perform permission person phase phone pick picture place
  plain plan platform plus png point pointer points policy possible post prefix present press preview previous price
  primary print printf private pro problem process processing product profile program progress project projects
  properties protocol provider public pull push python quality query question questions queue quick random range rate
  react read reader reading ready real reason record red redirect ref reference region regular related relative
  release remote remove replace repo report repository req request requests require required reset resolve resource
  resources resp respond response rest result results return returns reverse review rewrite right role room root round
  routes row rows rule rules run running runtime safe same sample save say scale scan schema schemas scope script
  scripts search second seconds secret section sections security see seed seen segment select selected self send sent
  sequence series serve server service services session set sets setting settings setup shape share shared shell short
  should show side sign signal similar simple since single site sites size skip slow small software sol some something
  sound source space spaces special specific speed src stable stage stand standard standing start starts state
  statement states static status step steps stop storage store stream string strings strong structure style subject
  submit success such sum summary support supported switch symbol syntax system table tables tags take target task
  tasks tech template test testing tests text than that the then there they third this though thread three throw time
  timeout times title token tool tools top total touch track transform translate tree true try tuple turn two txt type
  types undefined under unix unknown unless until update updated upload uri url usage use used user users uses using
  usr valid validation value values variable variables vector verify version very via video view visible visual void
  wait was watch way ways web website week weight well what when where which while white who why wiki will window
  windows with without won word words work worker working works world write written yaml yes you your zero`

const TWO_TOKENS = `
  accepted accepts accessibility accessible according accounts across activate actually addition additional adds
  affect again agents alerts algorithms allows almost along already alternatively alternatives among analyze
  annotations answered answers anything appear appears applications applied applies approach approval arithmetic asked
  asking asks assist assistant assume attached attempt attention audit authenticated authorities authorization
  automatically avoid backup balance been beginning begins behavior behind being believe benchmark better between
  beyond billed billing bindings blocked blocking blocks branches brief broader budget bugs builds bullet cached
  caches caching calculate calculation caller callers calling calls came cancelled cannot capabilities careful
  carefully cause causes channels characters checking checkout checks choices choosing citations clarity classic
  clearly clients closely codebase coding commentary commits communicate compact compaction compared compatibility
  compilation completed completion compliance compression concrete conditions confident configured confirmation
  conflict consider consistent consists constructs consult contain contained containing contexts continuing continuous
  contrast contributed converse conversion copyright cores correctness corruption costs counts covers creates creating
  creation credentials critical currently dashboard debugging decide decision defaults defer deferred deleted demand
  depend depending depends describe described designed detailed detected developers different dimension dimensions
  directions directly directories discover discuss discussion displays distinct distributed documents doesn doing
  domains draft driven drivers dummy duplicate durable during earlier early edges editing edits effort either
  elsewhere encrypted endpoints enough ensure ensuring entering especially everyone everything exact exactly executed
  existing experimental expires explain explicit extending fails failure failures feedback fetched fetches figures
  filesystem filtered finding findings fine finish finishes fixes flagged followed following formatted formatting
  foundation frequency fresh friendly functionality further future gateway generally generation give given gives goes
  googleapis great guess handled handling harness haven having health heard helpful highlighting highlights homepage
  hourly hours however hundred identify immediate implement importance included incomplete independent inference
  inherit initialized inputs installation instead instruct instruction integers intended interactive interfaces
  interrupt intersection introduction issue issued issues iterations itself jobs journal jump keeping keeps killed
  knowledge languages larger largest later latin least leave leaves leaving lesser levels libraries license licensed
  licenses lighter likelihood likely limited limits listed listening lite little locations longer longest looks
  mailing major makes manually markdown marked matching maximum meaning means meanwhile measures median memories
  mention mentioned mentions metrics might migration million milliseconds mime mini minimal minimum minute minutes
  mirror missed mixed modalities modality modern modify morning mostly moved moving much narrow nearest needed needs
  negative neither never newer normalize notice noticed notifications notified nova offer official often omitted
  opened openrouter operating operations optionally organization organized oriented others otherwise outcome outdated
  outputs outside overall overlap overrides palette paragraphs parsed particular passes passing patches patterns
  penalty pending perfect performance permissions persistent personal perspective phrases pieces pipeline planning
  please pointers possibly precision prefer preferences preferred prepare prepared presence previously prices pricing
  printing priority probably processes produce professional programming prompt protected protection protocols provide
  provided providers provides published purpose purposes quarter queries quickly quotes rather rationale reach reached
  reaches readable reads really reasoning receive received recent recorded recording records reduce references
  referencing refund refuse regarding registered registry relay released releases relevant remain remaining remains
  remember remind reminder removed removing rendered rendering reply reported reporting reports requested requirement
  requirements research resolution resolved restarts restore resulting resume retention retries retry returned
  reviewer runs sampling sandbox saves says scaling scanning schedule scored searches searching sending sends
  sensitive sentence sentences separate sequences servers serves sessions showing shown shows signals signature
  signatures silent similarly simply skill skills slowest snapshot solution someone sometimes sorry sources
  specialized specifically specified specify speech stages standalone standards stands started starting statistics
  stay stays stderr stdout still stopped stopping stored straight strangers strategy streamed streams stretch strict
  structured structures subdirectory successfully suitable supporting supports sure surface switches switching symbols
  systems taken takes tarball tell tells temperature terminate texts thanks their them therefore these things think
  thinking those thought threshold through tier timezone tips today together tokens told tomorrow topics tracking
  traditional traffic transcript transcription transparent travel tried trivial trying turns twice typed typical
  typically unavailable unchanged understand understanding unexpected unfortunately units updates upgrade uploaded
  upstream useful usually variations various verification verified versions videos visually voice waiting waits want
  wants warns watching were whatever whenever whether whole whose wikipedia within workflow workspace would writes
  writing wrong xhigh yourself`

const listed = (words: string, tokens: number): [string, number][] =>
  words
    .trim()
    .split(/\s+/)
    .map(word => [word, tokens])

/** Tokens of a word, in lower case and without the character before it. */
export const TOKENS_OF_WORD: ReadonlyMap<string, number> = new Map([...listed(ONE_TOKEN, 1), ...listed(TWO_TOKENS, 2)])
