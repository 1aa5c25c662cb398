package dev.rowan.simulator.service;

import dev.rowan.simulator.answer.Ending;
import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.json.Fields;
import java.time.Instant;

/// What an endpoint is asked: the request with its body read, the models that exist, how the answer is to end, and
/// where chance and time come from.
public record Ask(Request request, Fields body, Models models, Ending ending, Seed seed, Instant now) {}
