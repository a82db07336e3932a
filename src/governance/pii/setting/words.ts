/** Words that distinguish text written by people from program output, for numbers without a label. */
import { hashesOf } from '../page/labels.ts';
import { typosOf } from '../page/typos.ts';

/** Words used in programs, logs, plans and counters. */
export const MACHINE =
  hashesOf(`info warn warning error errors err debug fatal exception caused kernel const let var return assert def func function
  import null nil true false int bool json xml http https api param params query blob blobs sql select commit commits merge
  merged merging revert reverted bump bumped refactor refactored wip chore feat hotfix rebase cherry readme pool packets
  packet goroutine panic stack cursor limit limits max maximum min minimum default example schema integer enum pos processed
  drained dropped evicted flushed affected filter filtered removed rows loops buffers buffer misses uid gid guid stdout stderr
  array seed benchmark op ops pgfault vmstat polygon parquet csv tsv firmware fec bip uncorrected rx tx octets frames
  checkpoint relay replica shard partition topic producer queue worker cron daemon syscall socket tcp udp dns tls ssl cpu gpu
  ram gc malloc alloc allocated threads fd ppid sigterm timeout retry retries throughput qps rps gauge histogram bucket metric
  metrics telemetry correlation opcode addr ptr hex oct binary prefix prefixes suffix digest event events eventid msgid xid oid
  txid nextval autoincrement increment iteration iterations ticks cycles jiffies chunk chunks segment segments lba echo grep awk
  root fingerprint uploaded downloaded scanned counters removed recheck planning scan reset stdin curl sudo chmod selinux cmd exec struct uint long float mem src dst gclid fbclid utm param md curl npm pip apt`);

/** Units and countable things. The number before such a word is a quantity. */
export const COUNTED =
  hashesOf(`row rows record records error errors packet packets hit hits op ops event events entry entries item
  items key keys line lines file files object objects request requests query queries token tokens sample samples cell cells
  user users doc docs node nodes page pages block blocks loop loops ns us operation operations iteration iterations
  times coin coins views view likes downloads followers installs frame frames octets retries vote votes unit units tonne tonnes litre litres kwh km kg cycles ticks people inhabitants shares
  bytes byte kb mb gb metric points paise rupees lakh crore`);

/** States that a case, an order or a job can have, but a telephone cannot: "8712… approved", "9012… is pending". */
export const STATES =
  hashesOf(`approved pending settled resolved executed credited debited closed issued completed complete stopped reopened
  assigned escalated merged rejected declined cancelled canceled reversed refunded dispatched despatched shipped delivered
  processed posted cleared bounced lapsed matured renewed expired raised lodged filed booked generated initiated allotted
  sanctioned disbursed failed successful success dropped queued scheduled archived dated paid unpaid overdue due admitted
  passed refused deployed abandoned dt dtd jam jammed over logged discharged wrapped submitted withdrawn honoured dishonoured redeemed confirmed`);

/** Verbs for citing a reference: "please quote 88…". */
export const CITES = hashesOf(
  'quote quoting mention mentioning cite citing refer referring quoted mentioned future correspondence',
);

/** Words that may come between a number and its state. */
export const COPULAS = hashesOf(
  `is was has have had been being are were got gets stands remains now still already not yet`,
);

/** Things that have their own number: "bag no", "cert no". */
export const THINGS =
  hashesOf(`bag cert certificate crate locker gate gatepass pass bed seat room unit plot file form page slot box table
  flat house door shop wagon pole panel tower site store bin rack pallet trip route bus platform lane valve pump gauge feeder
  transformer circuit tape roll reel piece pack packet carton bundle lorry memo demand permit advice instrument mandate slip
  drawing tender bid contract agreement deed document doc folder sanction circular notification letter despatch dispatch outward
  inward diary log event cursor queue worker chunk frame lab sample seal pouch tray shelf asset trolley drum coil
  sheet card file case register entry kit device machine equipment sim router switch channel ward circle taluka village khasra gat consignor manifest
  proforma quotation quote indent requisition requirement tag label ledger mutation index deposit debit credit gst itr form
  clearing endorsement printer patch login webex avaya ucid process proposal recording ride letter leaf video auth reel collateral lodgement voucher statement subscription subscriber reservation reserve folio member membership allotment share bond scheme token pass bar qr pnr loyalty clubcard points privilege bonus mileage material lead prospect`);

/** Words for people by kinship, trade or rank. The number beside such a word belongs to that person. */
export const PEOPLE =
  hashesOf(`bhai bhaiya bhaiyya bhaisaab didi papa mummy mama chacha chachi uncle aunty auntie dada dadi nana nani beta
  beti amma appa anna akka thambi son daughter wife husband mother father brother sister friend cousin nephew niece neighbour
  neighbor sir madam ji saab sahab shri smt mr mrs ms dr doctor nurse driver plumber electrician carpenter painter mechanic
  cook maid guard watchman caretaker landlord owner tenant broker dealer chemist pharmacist pharmacy clinic hospital shop lawyer
  advocate ca agent surveyor officer manager supervisor inspector constable sarpanch pradhan principal teacher tutor coach
  warden peon clerk cashier accountant operator helper cleaner tailor barber vendor supplier distributor contractor mason
  banda bande bandi aadmi ladka ladki tanker attendant relative nominee insured complainant witness applicant claimant borrower guarantor proposer patient executive
  engineer engg technician rider courier postman milkman tiffin gardener mali dhobi kaka tai bua mausi seth munim rm tl hr
  candidate farmer member spoc incharge secretary chairman president office reception desk emergency person fraudster suspect accused scammer culprit victim passenger lodger guest visitor donor buyer seller founder partner director proprietor prop trainer colleague roommate flatmate
  राजू भाई भैया दीदी पापा मम्मी चाचा डॉक्टर ड्राइवर सर जी साहब`);

/** Conversational words in English and in romanised Hindi. */
export const SPEECH =
  hashesOf(`i me my mine he him his she her we us our you your yours they them their who whose please pls plz kindly sir
  madam maam mam hi hello dear regards thanks thank thx tks ok okay ask asked tell told says said speak spoke spoken talk talked
  send forward share shared add note save saved give gave given use using get touch drop meet met visit visited confirm
  informed contacted intimated conveyed keeps ringing rang picked ping pay came come coming reach reached wants want wanted need needs lost speaking himself herself
  ka ki ke ko se pe par hai hain ho hu hun tha thi mera meri mere tera teri tumhara aap aapka apka apna uska unka iska hamara
  wala wale wali kal aaj subah raat shaam baje karo kar karna karke kijiye karunga karega dena dedo de bhej bhejo bhejna likho
  likh bolo bol bolna bata batao batana dijiye lo le lena ye yeh wo woh aur nahi nahin mat raha rahi rahe hoga gaya gayi naya
  purana bhi abhi kotta kothha paatha pudhu puthu puthiya pazhaya hosa haley puthiya notun purono navin juna nava navu junu navo navaa puraana
  enna unga enga namba ungaloda ennoda nimma nanna nama mee naa maadi cheyyi cheyyandi cheyyali pannunga sollunga kodunga amar tomar apnar bolun din
  karun tumcha maza majha kela aahe ahe chhe che maru tamaro mokalo apo ente ningalude aanu vilikku vilikkuka jaldi aao aana mein toh agar sirf wahi yahi pls urgent tomorrow today tonight morning evening again only`);

/** Upper-case abbreviations of roles, which are not codes: "RM 98…", "HR: 98…". */
export const ROLES =
  hashesOf(`rm tl hr dm md ceo cfo cto coo sdm bdo pa pro si asi ci sho dsp sp co vc noc asm bm so am ca dr mr mrs ms
  sri smt shri je ae xen sdo gm agm dgm vp avp spoc fe fos tpa bde rsm zsm cmo bmo mo pi ot er icu opd nri ngo rwa mla mp ias
  ips ito acp ssp dcp cp csm scm ta da adv cc kyc otp pls asap urgent jio airtel vi bsnl sos mom dad`);

/** Words that distinguish telephone numbers or name a line's owner: "other no", "jio number", "office no". */
export const OF_PHONES = hashesOf(
  `${['correct', 'personal', 'alternate'].flatMap(typosOf).join(' ')} other another second third first next same new old correct right wrong real actual local direct private own working active
  main backup spare emergency toll free tollfree hotline support helpdesk care service office home shop clinic hospital school
  college family house this that which what any some one jio airtel vi bsnl idea vodafone docomo isd std india indian
  two changed updated latest alternative additional primary secondary work res resi residence night day whatsapp`,
);
