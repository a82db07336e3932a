import type { Shape } from './shape.ts';

/**
 * Finds a Claim and the resources that it refers to in a FHIR R4 bundle. References are `urn:uuid:…` of a
 * full URL, a full URL, or `Patient/1`. An absent reference finds nothing.
 */
const FIND = `
  $entries := $type(entry) = "array" ? entry : [entry];
  $claim := $entries.resource[resourceType = "Claim"][0];
  $at := function($reference) { $exists($reference) ? (
    $end := "/" & $reference;
    $entries[fullUrl = $reference or (resource.resourceType & "/" & resource.id) = $reference
      or $substring(fullUrl & "", -$length($end)) = $end][0].resource
  )};
`;

/** Days are those of India, and an amount in another currency keeps its name, so that nobody reads it as rupees. */
const MAPPING = `(
  ${FIND}
  $patient := $at($claim.patient.reference);
  $provider := $at($claim.provider.reference);
  $insurance := ($claim.insurance[focal = true])[0];
  $coverage := $at(($exists($insurance) ? $insurance : $claim.insurance[0]).coverage.reference);
  $stay := $exists($claim.billablePeriod) ? $claim.billablePeriod
    : ($entries.resource[resourceType = "Encounter"])[0].period;
  $first := ($claim.diagnosis^(sequence))[0];
  $condition := $exists($first.diagnosisCodeableConcept) ? $first.diagnosisCodeableConcept
    : $at($first.diagnosisReference.reference).code;
  $name := $patient.name[0];
  $identifier := function($codes, $system) {
    ($patient.identifier[$count(type.coding[code in $codes]) > 0 or $contains($lowercase(system & ""), $system)]).value[0]
  };
  $day := function($time) {
    $contains($time, /T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$/)
      ? $fromMillis($toMillis($time), "[Y0001]-[M01]-[D01]", "+0530") : $substring($time, 0, 10)
  };
  $rupees := function($money) {
    $exists($money.value) ? ($exists($money.currency) and $money.currency != "INR" ? $money.currency & " " : "")
      & $string($money.value)
  };
  $exists($claim) ? {
    "id": $exists($claim.identifier) ? $claim.identifier[0].value : $claim.id,
    "applicant": $exists($name.text) ? $name.text : $name ? $trim($join($append($name.given, $name.family), " ")),
    "pan": $identifier(["PAN"], "incometax"),
    "aadhaar": $identifier(["ADN", "AADHAAR"], "uidai"),
    "policy": $exists($coverage.subscriberId) ? $coverage.subscriberId : $coverage.identifier[0].value,
    "amount": $rupees($claim.total),
    "admission": $day($stay.start),
    "discharge": $day($stay.end),
    "diagnosis": $exists($condition.coding) ? $trim($condition.coding[0].code & " " & $condition.coding[0].display)
      : $condition.text,
    "hospital": $exists($provider.name) ? $provider.name : $claim.provider.display,
    "accident": $exists($claim.accident) ? "true",
    "items": $claim.item ? [$claim.item.{
      "description": $exists(productOrService.coding[0].display) ? productOrService.coding[0].display
        : productOrService.text,
      "unit_price": $rupees(unitPrice),
      "quantity": $exists(quantity.value) ? quantity.value : 1,
      "net": $rupees(net)
    }]
  }
)`;

const CONTEXT = `(
  ${FIND}
  $claim ? {
    "claim": $exists($claim.id) ? "Claim/" & $claim.id,
    "identifier": $claim.identifier[0].{ "system": system, "value": value },
    "use": $claim.use,
    "type": $claim.type.coding[0].{ "system": system, "code": code },
    "patient": $claim.patient.reference,
    "insurer": $claim.insurer.reference,
    "provider": $claim.provider.reference
  }
)`;

/** A bundle with a Claim, as NRCeS profiles it for India. */
export const fhirClaim: Shape = {
  vertical: 'kyc',
  types: ['application/fhir+json', 'application/json'],
  schemes: ['standard_webhooks', 'bearer', 'basic', 'header', 'jwt'],
  eventId: '$exists(identifier.value) ? identifier.value : id',
  mapping: MAPPING,
  context: CONTEXT,
};

/** The same bundle in the envelope of the National Health Claims Exchange. */
export const nhcx: Shape = {
  ...fhirClaim,
  types: ['application/json'],
  // An envelope shows only that its sender knew our public key, so the gateway has to prove itself too.
  schemes: ['jwt', 'bearer', 'basic', 'header'],
};
