package dev.rowan.simulator.openai;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.batch.InputProblem;
import dev.rowan.simulator.batch.Lines;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.Models;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// An input file, checked as a whole: one bad line, and the job fails.
final class BatchInput {
    private static final int MAX_PROBLEMS = 100;

    private final OpenAiVariant flavour;
    private final String endpoint;
    private final Models models;
    private final List<InputProblem> problems = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private Optional<String> model = Optional.empty();

    BatchInput(OpenAiVariant flavour, String endpoint, Models models) {
        this.flavour = flavour;
        this.endpoint = endpoint;
        this.models = models;
    }

    /// The model of the first row.
    Optional<String> model() {
        return model;
    }

    List<InputProblem> check(Lines lines, long maxRequests) {
        if (lines.count() == 0) {
            return List.of(InputProblem.of("empty_file", "The input file is empty."));
        }
        if (lines.count() > maxRequests) {
            return List.of(
                    InputProblem.of("too_many_tasks", "The input file has more than " + maxRequests + " requests."));
        }
        byte[] first = lines.line(0);
        if (first.length > 2 && first[0] == (byte) 0xef && first[1] == (byte) 0xbb) {
            return List.of(
                    flavour.azure()
                            ? InputProblem.at(
                                    1, "model_not_found", "The provided model '' is not supported by the Batch API.")
                            : InputProblem.at(1, "invalid_json_line", "This line is not parseable as valid JSON."));
        }
        for (int row = 0; row < lines.count() && problems.size() < MAX_PROBLEMS; row++) {
            check(lines.line(row), row + 1);
        }
        return problems;
    }

    private void check(byte[] bytes, int number) {
        Optional<Fields> read;
        try {
            read = Fields.of(RowJson.readValue(bytes));
        } catch (JsonException _) {
            read = Optional.empty();
        }
        if (read.isEmpty()) {
            problem(number, "invalid_json_line", "This line is not parseable as valid JSON.");
            return;
        }
        Fields line = read.get();
        Optional<String> id = line.text("custom_id").filter(text -> !text.isEmpty());
        if (id.isEmpty()) {
            problem(number, "invalid_request", "Missing required parameter: 'custom_id'.");
        } else if (!ids.add(id.get())) {
            problem(number, "duplicate_custom_id", "The custom_id '" + id.get() + "' is used by another line.");
        }
        if (flavour.style().linesHaveUrl()) {
            checkTarget(line, number);
        }
        Optional<Fields> body = line.object("body");
        if (body.isEmpty()) {
            problem(number, "invalid_request", "Missing required parameter: 'body'.");
        } else {
            checkModel(number, body.get().text("model").orElse(""));
        }
    }

    private void checkTarget(Fields line, int number) {
        if (!line.text("method").orElse("").equals("POST")) {
            problem(number, "invalid_request", "The method must be POST.");
        }
        if (!isSame(line.text("url").orElse(""))) {
            problem(number, "url_mismatch", "The URL of this line does not match the endpoint of the batch.");
        }
    }

    private boolean isSame(String url) {
        return url.equals(endpoint) || (flavour.azure() && flavour.answers().knows(url));
    }

    private void checkModel(int number, String named) {
        if (model.isEmpty()) {
            model = Optional.of(named);
            if (!models.has(named)) {
                problem(number, "model_not_found", "The model '" + named + "' does not exist.");
            }
        } else if (!model.get().equals(named)) {
            problem(
                    number,
                    "model_mismatch",
                    "The model must be '" + model.get() + "' on every line, got '" + named + "'.");
        }
    }

    private void problem(int number, String code, String message) {
        problems.add(InputProblem.at(number, code, message));
    }
}
