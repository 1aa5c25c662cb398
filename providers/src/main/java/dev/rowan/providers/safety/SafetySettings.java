package dev.rowan.providers.safety;

import dev.rowan.api.call.Usd;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.api.text.TextSelection;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.service.BasePath;
import dev.rowan.providers.service.Dedupe;
import dev.rowan.providers.service.ServiceAccess;
import dev.rowan.providers.service.ServiceDefaults;
import dev.rowan.providers.service.ServiceLocation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/// Settings of all safety transforms: where the service is, what to check, and how to call it.
///
/// `rowsField` is the field with a list of rows to check, if any.
record SafetySettings(
        Optional<ServiceLocation> endpoint,
        Optional<SecretReference> apiKey,
        TextSelection fields,
        boolean normalize,
        Optional<String> rowsField,
        Duration timeout,
        Optional<String> apiVersion,
        Optional<BigDecimal> pricePer1000,
        Dedupe dedupe,
        SafetyService service) {
    static final Option<ServiceLocation> ENDPOINT = ServiceLocation.named("endpoint")
            .optional()
            .describedAs("endpoint of the Azure AI Content Safety resource, or 'simulator'; default: "
                    + "environment variable AZURE_CONTENT_SAFETY_ENDPOINT");
    static final Option<SecretReference> API_KEY = SecretOption.named("api_key")
            .optional()
            .describedAs("API key; default: environment variable AZURE_CONTENT_SAFETY_KEY; not needed for the "
                    + "simulator");
    static final Option<Boolean> NORMALIZE = Option.bool("normalize")
            .orElse(true)
            .describedAs("whether to also check the text after Unicode normalization (NFKC) and without "
                    + "invisible characters, if different, in an additional request");
    static final Option<String> ROWS_FIELD = Option.text("rows_field")
            .optional()
            .describedAs("field with a list of rows to check one by one, instead of the row itself");
    static final Option<Duration> TIMEOUT =
            Option.duration("timeout").orElse(Duration.ofSeconds(30)).describedAs("timeout of one attempt");
    static final Option<String> API_VERSION =
            Option.text("api_version").orElse(SafetyEndpoint.VERSION).describedAs("API version");
    static final Option<BigDecimal> PRICE_PER_1000 = Option.decimal(
                    "price_per_1000", Optional.of(BigDecimal.ZERO), Optional.of(BigDecimal.valueOf(1_000_000)))
            .optional()
            .describedAs("price of 1,000 requests in US dollars; default: free");

    /// The options of every safety transform before its own, and those after.
    static final Options FIRST = Options.of(ENDPOINT, API_KEY, TextSelection.FIELDS, NORMALIZE);

    static final Options LAST = Options.of(ROWS_FIELD, TIMEOUT, API_VERSION, PRICE_PER_1000, Dedupe.OPTION);

    private static final Option<RowSchema> SCHEMA = RowSchema.option("schema");

    static final SafetyService AZURE = new SafetyService(
            ServiceDefaults.ofOwnAddress("AZURE_CONTENT_SAFETY_ENDPOINT", "AZURE_CONTENT_SAFETY_KEY"),
            ENDPOINT.name(),
            "",
            BasePath.notEndingWith().without("/contentsafety"));

    static SafetySettings read(Section section) {
        String version = section.get(API_VERSION);
        if (!version.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}(-preview)?")) {
            section.problem(
                    API_VERSION, "must be a date such as " + SafetyEndpoint.VERSION + ", got '" + version + "'");
        }
        AZURE.checkPath(section, ENDPOINT);
        return new SafetySettings(
                section.find(ENDPOINT),
                section.find(API_KEY),
                TextSelection.read(section, rowSchema(section)),
                section.get(NORMALIZE),
                section.find(ROWS_FIELD),
                section.get(TIMEOUT),
                Optional.of(version),
                section.find(PRICE_PER_1000),
                section.get(Dedupe.OPTION),
                AZURE);
    }

    /// The node's schema, if it describes the rows to check.
    static RowSchema rowSchema(Section section) {
        return section.find(ROWS_FIELD).isPresent()
                ? RowSchema.DYNAMIC
                : section.find(SCHEMA).orElse(RowSchema.DYNAMIC);
    }

    /// Resolves the service and its key.
    SafetyEndpoint endpoint(PluginSetup setup) throws PluginException, InterruptedException {
        service.checkHost(endpoint, apiKey.isPresent());
        var wanted = new ServiceAccess.Wanted(
                endpoint, apiKey, service.defaults(), service.locationOption(), API_KEY.name());
        ServiceAccess access = wanted.find(setup);
        Optional<String> misplaced = service.paths().problem(access.base());
        if (misplaced.isPresent()) {
            throw new PluginException("the address of the service " + misplaced.get());
        }
        return new SafetyEndpoint(new ChatEndpoint(
                service.base(access.base(), access.simulated()), access.key(), apiVersion, timeout, ExtraHeaders.NONE));
    }

    /// The price of one call.
    Usd price() {
        return pricePer1000.map(price -> Usd.of(price.movePointLeft(3))).orElse(Usd.ZERO);
    }
}
