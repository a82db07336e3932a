import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.context.support.DefaultProfileValidationSupport;
import ca.uhn.fhir.validation.FhirValidator;
import ca.uhn.fhir.validation.SingleValidationMessage;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.hl7.fhir.common.hapi.validation.support.CommonCodeSystemsTerminologyService;
import org.hl7.fhir.common.hapi.validation.support.InMemoryTerminologyServerValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.ValidationSupportChain;
import org.hl7.fhir.common.hapi.validation.validator.FhirInstanceValidator;

/**
 * Reads FHIR R4 resources, one per line, and prints what HL7's validator finds: the number of the line, the severity, the place and
 * the message, with a tab between them.
 */
public class Validate {
  public static void main(String[] arguments) throws Exception {
    FhirContext context = FhirContext.forR4();
    FhirInstanceValidator rules = new FhirInstanceValidator(new ValidationSupportChain(
        new DefaultProfileValidationSupport(context),
        new CommonCodeSystemsTerminologyService(context),
        new InMemoryTerminologyServerValidationSupport(context)));
    // The profiles of a country are in none of the libraries.
    rules.setErrorForUnknownProfiles(false);
    FhirValidator validator = context.newValidator().registerValidatorModule(rules);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine(), number++)
      for (SingleValidationMessage found : validator.validateWithResult(line).getMessages())
        System.out.println(String.join("\t", String.valueOf(number), found.getSeverity().getCode(),
            found.getLocationString(), found.getMessage().replaceAll("\\s+", " ")));
  }
}
