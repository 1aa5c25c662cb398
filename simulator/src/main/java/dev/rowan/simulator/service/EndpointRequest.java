package dev.rowan.simulator.service;

import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import java.time.Instant;

/// A request to an endpoint: its key and parsed body, the models that exist, how the answer is to
/// end, and the sources of randomness and time.
///
/// Ids come from `seed`, which is the request's own; answers come from `voice`, which is the simulator's, so that the
/// same prompt is answered alike whichever way it comes.
public record EndpointRequest(
        HttpRequest request,
        String key,
        Fields body,
        Models models,
        AnswerEnding ending,
        Seed seed,
        Seed voice,
        Instant now,
        ServingConditions serving) {

    /// The same for another request, which was part of this one.
    public EndpointRequest inner(HttpRequest other, Fields otherBody) {
        return new EndpointRequest(other, key, otherBody, models, ending, seed, voice, now, serving);
    }
}
