package dev.rowan.providers.chat;

import dev.rowan.api.call.Usage;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.chat.ChatReply.Malformed;
import dev.rowan.providers.reply.JsonTree;
import java.util.Optional;
import java.util.function.Function;

/// Decodes what all replies have in common: success or not, and a JSON object as the body.
public final class ReplyBody {
    private ReplyBody() {}

    /// Decodes a success with `success`, anything else with `rejection`, which receives an empty tree if the body
    /// is not JSON (a proxy's page, for example).
    public static ChatReply read(
            WireReply.Complete reply,
            Optional<String> requestId,
            Function<JsonTree, ChatReply> success,
            Function<JsonTree, ChatReply> rejection) {
        return decode(
                reply,
                success,
                rejection,
                why -> new Malformed(why, new Details(Optional.empty(), requestId, Optional.empty(), Usage.unknown())));
    }

    /// The same for any kind of reply; `malformed` gets the reason why a success is not a JSON object.
    public static <T> T decode(
            WireReply.Complete reply,
            Function<JsonTree, T> success,
            Function<JsonTree, T> rejection,
            Function<String, T> malformed) {
        Optional<JsonTree> body = isPlain(reply) ? JsonTree.parse(reply.body()) : Optional.empty();
        if (reply.status() / 100 != 2) {
            return rejection.apply(body.orElse(new JsonTree(null)));
        }
        Optional<JsonTree> object = body.filter(JsonTree::isObject);
        return object.isPresent()
                ? success.apply(object.get())
                : malformed.apply(isPlain(reply) ? "the body is not a JSON object" : "the body has a content encoding");
    }

    private static boolean isPlain(WireReply.Complete reply) {
        return reply.headers()
                .first("content-encoding")
                .filter(encoding -> !encoding.equalsIgnoreCase("identity"))
                .isEmpty();
    }
}
