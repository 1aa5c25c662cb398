package dev.rowan.providers.llm;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.providers.chat.ChatRequest.AnswerSchema;
import dev.rowan.providers.schema.AnswerCheck;
import dev.rowan.providers.template.PromptTemplate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads the queries of a transform: a single one from its own keys, or those in `queries`.
final class QueryReader {
    private static final Option<RowSchema> ROW_SCHEMA = RowSchema.option("schema");
    private static final int MAX_SCHEMA_NAME = 64;

    private final Section options;

    QueryReader(Section options) {
        this.options = options;
    }

    /// All valid queries; problems of the others are reported.
    List<Query> read() {
        Optional<List<Section>> several = options.find(LlmOptions.QUERIES);
        List<Query> queries = new ArrayList<>();
        if (several.isPresent()) {
            refuseOne();
            PromptChecks.unlikelyTemplate(options, LlmOptions.SYSTEM_PROMPT);
            several.get().forEach(section -> ofList(section).ifPresent(queries::add));
            checkNames(several.get());
        } else {
            one().ifPresent(queries::add);
        }
        return queries;
    }

    private void refuseOne() {
        for (Option<?> option : List.of(
                LlmOptions.USER_PROMPT_TEMPLATE,
                LlmOptions.USER_PROMPT_FILE,
                LlmOptions.OUTPUT_KEY,
                LlmOptions.OUTPUT,
                LlmOptions.OUTPUT_METADATA,
                LlmOptions.OUTPUT_SCHEMA)) {
            if (options.find(option).isPresent()) {
                options.problem(option, "must be set in each query if there are queries");
            }
        }
        if (options.get(LlmOptions.CONSTANT_PROMPT)) {
            options.problem(LlmOptions.CONSTANT_PROMPT, "must be set in each query if there are queries");
        }
    }

    private Optional<Query> one() {
        return query(options, Optional.empty(), LlmOptions.OUTPUT_KEY, ", or 'queries'");
    }

    private Optional<Query> ofList(Section section) {
        return query(section, section.find(LlmOptions.NAME), LlmOptions.QUERY_KEY, "");
    }

    private void checkNames(List<Section> queries) {
        if (queries.size() > RowQueries.MAX_QUERIES) {
            options.problem(LlmOptions.QUERIES, "must be at most " + RowQueries.MAX_QUERIES + " queries");
        }
        Set<String> fields = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (Section query : queries) {
            var reader = new OutputReader(query, LlmOptions.QUERY_KEY);
            Optional<OutputColumns> columns = reader.columns();
            List<String> taken = columns.map(OutputColumns::names).orElse(List.of()).stream()
                    .distinct()
                    .filter(field -> !fields.add(field))
                    .toList();
            taken.forEach(field -> query.problem(
                    reader.option(columns.orElseThrow(), field),
                    "must differ from the other queries' fields, got '" + field + "'"));
            if (taken.isEmpty()
                    && columns.isPresent()
                    && !names.add(name(query.find(LlmOptions.NAME), columns.get()))) {
                query.problem(LlmOptions.NAME, "must differ from the other queries' name");
            }
        }
    }

    private static String name(Optional<String> given, OutputColumns columns) {
        return given.orElseGet(() -> columns.names().getFirst());
    }

    /// `or` names the alternative to this query.
    private Optional<Query> query(Section section, Optional<String> givenName, Option<String> keyOption, String or) {
        var reader = new OutputReader(section, keyOption);
        Optional<OutputColumns> output = reader.read();
        if (output.isEmpty()) {
            section.problem(keyOption, "needs 'output_key' or 'output'" + or);
        }
        Optional<PromptText> userPrompt =
                PromptText.read(section, LlmOptions.USER_PROMPT_TEMPLATE, LlmOptions.USER_PROMPT_FILE);
        if (section.find(LlmOptions.USER_PROMPT_TEMPLATE)
                .or(() -> section.find(LlmOptions.USER_PROMPT_FILE))
                .isEmpty()) {
            section.problem(LlmOptions.USER_PROMPT_TEMPLATE, "needs 'user_prompt_template' or 'user_prompt_file'" + or);
        }
        PromptChecks.noTemplate(section, keyOption);
        PromptChecks.unlikelyTemplate(section, LlmOptions.SYSTEM_PROMPT);
        Optional<PromptTemplate> prompt = userPrompt.flatMap(text -> template(section, text));
        prompt.ifPresent(template -> PromptChecks.constant(section, userPrompt.orElseThrow(), template));
        Optional<SchemaSource> source = section.find(LlmOptions.OUTPUT_SCHEMA);
        String name = output.map(columns -> name(givenName, columns)).orElse("");
        Optional<Query.Structure> structure = source.flatMap(s -> structure(section, s, schemaKey(output, name)));
        boolean isBroken = structure.isPresent() != source.isPresent();
        output.ifPresent(columns -> {
            if (!isBroken) {
                reader.checkSchema(columns, structure.map(s -> s.sent().schema()));
            }
            checkAgainstSchema(section, reader, columns);
        });
        prompt.ifPresent(template ->
                checkFields(section, template, userPrompt.orElseThrow().option()));
        boolean allowEmpty = allowEmpty(section, source.isPresent());
        if (prompt.isEmpty() || output.isEmpty() || isBroken) {
            return Optional.empty();
        }
        Optional<PromptText> system = system(section);
        return Optional.of(new Query(
                name,
                output.get(),
                prompt.get(),
                system.map(PromptText::text),
                structure,
                allowEmpty,
                maxTokens(section),
                userPrompt.orElseThrow().option().name(),
                Stream.of(userPrompt, system)
                        .flatMap(Optional::stream)
                        .flatMap(text -> text.file().stream())
                        .toList()));
    }

    /// The system prompt of the query, else the common one.
    private Optional<PromptText> system(Section section) {
        boolean hasOwn = section.find(LlmOptions.SYSTEM_PROMPT)
                .or(() -> section.find(LlmOptions.SYSTEM_PROMPT_FILE))
                .isPresent();
        return PromptText.read(hasOwn ? section : options, LlmOptions.SYSTEM_PROMPT, LlmOptions.SYSTEM_PROMPT_FILE);
    }

    private int maxTokens(Section section) {
        long usual = options.get(LlmOptions.MAX_TOKENS);
        return (int)
                (section == options
                        ? usual
                        : section.find(LlmOptions.QUERY_MAX_TOKENS).orElse(usual));
    }

    private boolean allowEmpty(Section section, boolean structured) {
        boolean own = section.find(LlmOptions.QUERY_ALLOW_EMPTY).orElse(false);
        if (own && structured) {
            section.problem(
                    LlmOptions.ALLOW_EMPTY, "must be absent with output_schema, which an empty answer never matches");
        }
        return section.find(LlmOptions.QUERY_ALLOW_EMPTY).orElse(options.get(LlmOptions.ALLOW_EMPTY));
    }

    /// The name of the schema for the provider.
    private static String schemaKey(Optional<OutputColumns> output, String name) {
        return output.flatMap(OutputColumns::whole).orElse(name);
    }

    private static Optional<PromptTemplate> template(Section section, PromptText prompt) {
        return switch (PromptTemplate.parse(prompt.text())) {
            case PromptTemplate.Parsed.Ready(var template) -> Optional.of(template);
            case PromptTemplate.Parsed.Broken(var message) -> {
                section.problem(prompt.option(), message);
                yield Optional.empty();
            }
        };
    }

    private static Optional<Query.Structure> structure(Section section, SchemaSource source, String key) {
        return switch (source.load(section.base())) {
            case SchemaSource.Loaded.Wrong(var message) -> {
                section.problem(LlmOptions.OUTPUT_SCHEMA, message);
                yield Optional.empty();
            }
            case SchemaSource.Loaded.Schema(var schema) ->
                switch (AnswerCheck.of(schema)) {
                    case AnswerCheck.Made.Ready(var check) ->
                        Optional.of(new Query.Structure(
                                new AnswerSchema(schemaName(key), schema), check, source.file(section.base())));
                    case AnswerCheck.Made.Broken(var message) -> {
                        section.problem(LlmOptions.OUTPUT_SCHEMA, message);
                        yield Optional.empty();
                    }
                };
        };
    }

    private static String schemaName(String key) {
        String name = key.replaceAll("[^A-Za-z0-9_-]", "_");
        return name.isEmpty() ? "answer" : name.substring(0, Math.min(MAX_SCHEMA_NAME, name.length()));
    }

    /// Reports an output field that the row schema already has.
    private void checkAgainstSchema(Section section, OutputReader reader, OutputColumns output) {
        List<String> fields = fields();
        output.names().stream()
                .filter(fields::contains)
                .forEach(field -> section.problem(
                        reader.option(output, field),
                        "must be a new field, but the schema has '" + field + "' already"));
    }

    /// Reports a prompt field that a strict schema does not have.
    private void checkFields(Section section, PromptTemplate prompt, Option<String> option) {
        if (rowSchema().mode() != RowSchema.Mode.STRICT) {
            return;
        }
        List<String> fields = fields();
        prompt.names().stream()
                .filter(name -> !fields.contains(name))
                .sorted()
                .forEach(name -> section.problem(
                        option,
                        "must use fields of the schema (" + String.join(", ", fields) + "), got '" + name + "'"));
    }

    private List<String> fields() {
        return rowSchema().fields().stream().map(RowSchema.Field::name).toList();
    }

    private RowSchema rowSchema() {
        return options.find(ROW_SCHEMA).orElse(RowSchema.DYNAMIC);
    }
}
