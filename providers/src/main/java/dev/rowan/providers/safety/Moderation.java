package dev.rowan.providers.safety;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.RowJson;
import dev.rowan.providers.openai.OpenAiErrors;
import dev.rowan.providers.reply.JsonTree;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// `POST …/moderations` of OpenAI: whether a text is harmful, by category.
final class Moderation {
    /// What every reply must judge, by the service's own names.
    static final List<String> CATEGORIES = List.of(
            "harassment",
            "harassment/threatening",
            "hate",
            "hate/threatening",
            "illicit",
            "illicit/violent",
            "self-harm",
            "self-harm/instructions",
            "self-harm/intent",
            "sexual",
            "sexual/minors",
            "violence",
            "violence/graphic");

    private Moderation() {}

    /// The verdict on a text: of each category whether it is flagged, and its score from 0 to 1.
    record Verdict(Map<String, Boolean> flags, Map<String, BigDecimal> scores) {
        Verdict {
            flags = Map.copyOf(flags);
            scores = Map.copyOf(scores);
        }
    }

    /// One request for each part of the text; the text is clean when every part is.
    static List<WireRequest> requests(SafetyEndpoint to, String text, String model) {
        return SafetyEndpoint.PARTS.of(text).stream()
                .map(part -> {
                    var body = new LinkedHashMap<String, Object>();
                    body.put("model", model);
                    body.put("input", part);
                    return WireRequest.postJson(
                            to.endpoint().at("/moderations"),
                            Headers.none(),
                            to.endpoint().bearer(),
                            Payload.of(RowJson.writeValue(body)),
                            to.endpoint().deadline());
                })
                .toList();
    }

    static SafetyReply<Verdict> reply(WireReply.Complete reply) {
        if (reply.status() / 100 != 2) {
            return new SafetyReply.Rejected<>(OpenAiErrors.read(
                    reply.status(), JsonTree.parse(reply.body()).orElse(new JsonTree(null))));
        }
        return StrictBody.read(reply, Moderation::verdict);
    }

    /// One result, with a flag and a score for every category, and a verdict that agrees with the flags.
    private static Verdict verdict(Map<?, ?> body) throws StrictBody.Wrong {
        List<?> results = StrictBody.list("results", StrictBody.member(body, "results"));
        if (results.size() != 1) {
            throw new StrictBody.Wrong("results must hold one result, got " + results.size());
        }
        Map<?, ?> result = StrictBody.object("the result", results.getFirst());
        Map<?, ?> flags = StrictBody.object("categories", StrictBody.member(result, "categories"));
        Map<?, ?> scores = StrictBody.object("category_scores", StrictBody.member(result, "category_scores"));
        var flagged = new TreeMap<String, Boolean>();
        for (Object name : flags.keySet()) {
            flagged.put((String) name, flag((String) name, StrictBody.member(flags, (String) name)));
        }
        var scored = new TreeMap<String, BigDecimal>();
        for (Object name : scores.keySet()) {
            scored.put((String) name, score((String) name, StrictBody.member(scores, (String) name)));
        }
        if (!flagged.keySet().containsAll(CATEGORIES) || !scored.keySet().equals(flagged.keySet())) {
            throw new StrictBody.Wrong("a category lacks its flag or its score");
        }
        if (flag("flagged", StrictBody.member(result, "flagged")) != flagged.containsValue(true)) {
            throw new StrictBody.Wrong("flagged does not agree with the categories");
        }
        return new Verdict(flagged, scored);
    }

    private static boolean flag(String name, Object value) throws StrictBody.Wrong {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw new StrictBody.Wrong(name + " is neither true nor false");
    }

    private static BigDecimal score(String name, Object value) throws StrictBody.Wrong {
        if (value instanceof Number number && !(value instanceof Double)) {
            var score = new BigDecimal(number.toString());
            if (score.signum() >= 0 && score.compareTo(BigDecimal.ONE) <= 0) {
                return score;
            }
        }
        throw new StrictBody.Wrong("the score of " + name + " is no number from 0 to 1");
    }
}
