package dev.rowan.providers.schema;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.DialectId;
import dev.rowan.api.Row;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Validates answers against a JSON Schema (draft 2020-12). Thread-safe.
///
/// Nothing is fetched: references are local. Patterns are matched in linear time.
public final class AnswerCheck {
    private static final int SHOWN_ERRORS = 5;
    private static final int SHOWN_MESSAGE = 300;

    private final Schema schema;

    private AnswerCheck(Schema schema) {
        this.schema = schema;
    }

    /// A compiled schema, or an error.
    public sealed interface Made {
        record Ready(AnswerCheck check) implements Made {}

        /// Not a valid schema: a message for the user.
        record Broken(String message) implements Made {}
    }

    /// The result of validating an answer.
    public sealed interface Checked {
        record Valid(@Nullable Object value) implements Checked {}

        /// Invalid: a message for the model and for people.
        record Invalid(String why) implements Checked {}
    }

    public static Made of(Map<String, @Nullable Object> schema) {
        try {
            String text = new String(RowJson.writeValue(schema), StandardCharsets.UTF_8);
            List<Error> wrong = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(SchemaLocation.of(DialectId.DRAFT_2020_12))
                    .validate(text, InputFormat.JSON);
            if (!wrong.isEmpty()) {
                return new Made.Broken("must be a JSON Schema: " + message(wrong));
            }
            Optional<String> astray = new References(schema).astray();
            if (astray.isPresent()) {
                return new Made.Broken("must refer to places within the schema, got '" + astray.get() + "'");
            }
            Optional<String> contradiction = Contradictions.in(schema);
            if (contradiction.isPresent()) {
                return new Made.Broken("must be a schema that an answer can keep: " + contradiction.get());
            }
            var check = new AnswerCheck(registry().getSchema(text, InputFormat.JSON));
            check.schema.validate("null", InputFormat.JSON);
            return new Made.Ready(check);
        } catch (SchemaException | LinearPatterns.UnsupportedPatternException refused) {
            return new Made.Broken("must be a JSON Schema that can be checked: " + refused.getMessage());
        } catch (RuntimeException | StackOverflowError broken) {
            // the validator's own way of giving up on some invalid schemas
            return new Made.Broken("must be a JSON Schema that can be checked");
        }
    }

    private static SchemaRegistry registry() {
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .locale(Locale.ROOT)
                .formatAssertionsEnabled(true)
                .regularExpressionFactory(new LinearPatterns())
                .preloadSchema(true)
                .build();
        return SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemaRegistryConfig(config));
    }

    /// Validates `answer`, which may be in a code fence.
    public Checked check(String answer) {
        String text = withoutFence(answer);
        try {
            Object value = RowJson.readValue(text.getBytes(StandardCharsets.UTF_8));
            Row.of("value", value);
            List<Error> wrong = schema.validate(SchemaNodes.of(value));
            return wrong.isEmpty() ? new Checked.Valid(value) : new Checked.Invalid(message(wrong));
        } catch (JsonException broken) {
            return new Checked.Invalid(String.valueOf(broken.getMessage()));
        } catch (IllegalArgumentException unfit) {
            return new Checked.Invalid(String.valueOf(unfit.getMessage()));
        } catch (RuntimeException | StackOverflowError beyond) {
            return new Checked.Invalid("the answer cannot be checked against the schema");
        }
    }

    private static String withoutFence(String answer) {
        String text = answer.strip();
        int line = text.indexOf('\n');
        boolean fenced = text.startsWith("```") && text.endsWith("```") && line > 0 && line < text.length() - 3;
        return fenced ? text.substring(line + 1, text.length() - 3) : text;
    }

    private static String message(List<Error> wrong) {
        String shown = wrong.stream()
                .limit(SHOWN_ERRORS)
                .map(error -> shortened(error.toString()))
                .collect(Collectors.joining("; "));
        return wrong.size() > SHOWN_ERRORS ? shown + "; and " + (wrong.size() - SHOWN_ERRORS) + " more" : shown;
    }

    private static String shortened(String message) {
        return message.codePointCount(0, message.length()) <= SHOWN_MESSAGE
                ? message
                : message.substring(0, message.offsetByCodePoints(0, SHOWN_MESSAGE)) + "…";
    }
}
