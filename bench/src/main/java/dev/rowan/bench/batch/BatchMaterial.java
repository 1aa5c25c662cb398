package dev.rowan.bench.batch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Row;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.bench.harness.ReviewFile;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.testkit.FakeSetup;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Test data of the batch benchmarks: the batch service of a pipeline's transform, its requests for reviews, and
/// results in OpenAI's format. `requests` are few and reused.
record BatchMaterial(TransformNode node, BatchService service, List<WireRequest> requests) {
    private static final int REQUESTS = 2_048;

    /// A step from item to item that visits all of them in an order of its own; jobs have no multiple of it.
    private static final long STRIDE = 7_919;

    private static final String PROMPT = "Which mood is this review in, and why? Answer in JSON.\n\n{{ text }}";
    private static final String BEFORE_ID = "{\"id\":\"batch_req_6917f2c0a1b48190a5d2\",\"custom_id\":\"";
    private static final String BEFORE_BODY =
            "\",\"response\":{\"status_code\":200,\"request_id\":\"6c0f3b1e5d7a4f0c9b2e\",\"body\":";
    private static final String BODY = """
            {"id":"chatcmpl-CcXk2b7QmZrT0aW9","object":"chat.completion","created":1763200000,\
            "model":"gpt-4o-mini-2024-07-18","choices":[{"index":0,"message":{"role":"assistant",\
            "content":"{\\"mood\\":\\"negative\\",\\"why\\":\\"The box was damaged, the colour fades and the battery \
            lasts for less than two weeks of daily use; naïve hopes for a refund came to nothing.\\"}",\
            "refusal":null,"annotations":[]},"logprobs":null,"finish_reason":"stop"}],\
            "usage":{"prompt_tokens":187,"completion_tokens":41,"total_tokens":228,\
            "prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},\
            "completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0,\
            "accepted_prediction_tokens":0,"rejected_prediction_tokens":0}},\
            "service_tier":"default","system_fingerprint":"fp_560af6e559"}""";
    private static final String END = "},\"error\":null}\n";

    static BatchMaterial make(Path folder) throws Exception {
        TransformNode node = PipelineBuilder.named("batch")
                .source("csv", Map.of("path", folder.resolve("reviews.csv").toString()))
                .transform(
                        "llm",
                        Map.of(
                                "model", "openai/gpt-4o-mini",
                                "base_url", "simulator",
                                "mode", "batch",
                                "system_prompt", "You sort reviews by mood.",
                                "user_prompt_template", PROMPT,
                                "output_key", "mood",
                                "max_tokens", 200))
                .sink(
                        "output",
                        "jsonl",
                        Map.of("path", folder.resolve("output.jsonl").toString()))
                .assemble()
                .transforms()
                .getFirst();
        node.transform().prepare(new FakeSetup(Map.of(), Optional.of(URI.create("http://127.0.0.1:9")), false));
        return new BatchMaterial(node, node.batched().orElseThrow().batchService(), requests(node, folder));
    }

    private static List<WireRequest> requests(TransformNode node, Path folder) throws IOException {
        Path reviews = folder.resolve("reviews.csv");
        ReviewFile.write(reviews, REQUESTS, 7);
        var requests = new ArrayList<WireRequest>(REQUESTS);
        for (String line : Files.readAllLines(reviews)) {
            int quote = line.indexOf('"');
            if (quote > 0 && node.transform() instanceof CallPlanner planner) {
                Row row = Row.of("text", line.substring(quote + 1, line.length() - 1));
                if (planner.plan(row) instanceof CallPlanner.Plan.Sends(var calls)) {
                    requests.add(calls.getFirst().request());
                }
            }
        }
        return requests;
    }

    WireRequest request(int item) {
        return requests.get(item % requests.size());
    }

    byte[] body(int item) {
        return request(item).body().bytes();
    }

    /// Writes the results of a job of so many items, each once, in another order than the requests.
    static void results(Path file, String submission, int items) throws IOException {
        byte[] beforeId = BEFORE_ID.getBytes(UTF_8);
        byte[] rest = (BEFORE_BODY + BODY + END).getBytes(UTF_8);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            for (int i = 0; i < items; i++) {
                out.write(beforeId);
                out.write(new CustomId(submission, (int) (i * STRIDE % items))
                        .text()
                        .getBytes(UTF_8));
                out.write(rest);
            }
        }
    }
}
