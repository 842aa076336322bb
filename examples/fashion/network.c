/* SPDX-License-Identifier: MIT */
#include "network.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Uniform in -limit..limit, by a 64-bit linear congruential generator. */
static float random_weight(uint64_t *state, float limit)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return limit * ((float)(*state >> 40) / (float)(1 << 23) - 1.0f);
}

struct network *network_new(void)
{
    struct network *net = calloc(1, sizeof *net);
    if (!net) {
        perror("network");
        exit(EXIT_FAILURE);
    }

    /* Limits after He and Glorot: signals keep their size from layer to layer. */
    uint64_t state = 1;
    const float hidden_limit = sqrtf(6.0f / PIXELS);
    const float output_limit = sqrtf(6.0f / (HIDDEN + CLASSES));
    for (size_t i = 0; i < PIXELS; i++)
        for (size_t j = 0; j < HIDDEN; j++)
            net->weights.hidden[i][j] = random_weight(&state, hidden_limit);
    for (size_t i = 0; i < HIDDEN; i++)
        for (size_t j = 0; j < CLASSES; j++)
            net->weights.output[i][j] = random_weight(&state, output_limit);
    return net;
}

void network_hidden_layer(struct network *net, const struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        float sum[HIDDEN];
        memcpy(sum, net->weights.hidden_bias, sizeof sum);
        for (size_t p = 0; p < PIXELS; p++) {
            const float pixel = batch->pixels[i][p];
            for (size_t h = 0; h < HIDDEN; h++)
                sum[h] += pixel * net->weights.hidden[p][h];
        }
        for (size_t h = 0; h < HIDDEN; h++)
            net->hidden[i][h] = sum[h] > 0.0f ? sum[h] : 0.0f;
    }
}

void network_output_layer(struct network *net, const struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        memcpy(net->output[i], net->weights.output_bias, sizeof net->output[i]);
        for (size_t h = 0; h < HIDDEN; h++)
            for (size_t c = 0; c < CLASSES; c++)
                net->output[i][c] += net->hidden[i][h] * net->weights.output[h][c];
    }
}

void network_softmax(struct network *net, const struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        float *output = net->output[i];
        float largest = output[0], sum = 0.0f;
        for (size_t c = 1; c < CLASSES; c++)
            largest = fmaxf(largest, output[c]);
        for (size_t c = 0; c < CLASSES; c++)
            sum += output[c] = expf(output[c] - largest);
        for (size_t c = 0; c < CLASSES; c++)
            output[c] /= sum;
    }
}

float network_loss(const struct network *net, const struct batch *batch)
{
    float loss = 0.0f;
    for (size_t i = 0; i < batch->count; i++)
        loss -= logf(fmaxf(net->output[i][batch->labels[i]], 1e-12f));
    return loss / (float)batch->count;
}

size_t network_hits(const struct network *net, const struct batch *batch)
{
    size_t hits = 0;
    for (size_t i = 0; i < batch->count; i++) {
        size_t best = 0;
        for (size_t c = 1; c < CLASSES; c++)
            if (net->output[i][c] > net->output[i][best])
                best = c;
        hits += best == batch->labels[i];
    }
    return hits;
}

/* Add one picture's share to the gradient. */
static void add_gradient(struct network *net, const struct batch *batch, size_t i)
{
    struct weights *gradient = &net->gradient;
    float output_error[CLASSES], hidden_error[HIDDEN];

    for (size_t c = 0; c < CLASSES; c++) {
        const float target = c == batch->labels[i] ? 1.0f : 0.0f;
        output_error[c] = (net->output[i][c] - target) / (float)batch->count;
        gradient->output_bias[c] += output_error[c];
    }
    for (size_t h = 0; h < HIDDEN; h++) {
        float error = 0.0f;
        for (size_t c = 0; c < CLASSES; c++) {
            gradient->output[h][c] += net->hidden[i][h] * output_error[c];
            error += net->weights.output[h][c] * output_error[c];
        }
        hidden_error[h] = net->hidden[i][h] > 0.0f ? error : 0.0f;
        gradient->hidden_bias[h] += hidden_error[h];
    }
    for (size_t p = 0; p < PIXELS; p++) {
        const float pixel = batch->pixels[i][p];
        for (size_t h = 0; h < HIDDEN; h++)
            gradient->hidden[p][h] += pixel * hidden_error[h];
    }
}

void network_backward(struct network *net, const struct batch *batch)
{
    memset(&net->gradient, 0, sizeof net->gradient);
    for (size_t i = 0; i < batch->count; i++)
        add_gradient(net, batch, i);
}

static void descend(float *weights, const float *gradient, size_t count, float rate)
{
    for (size_t i = 0; i < count; i++)
        weights[i] -= rate * gradient[i];
}

void network_step(struct network *net, float rate)
{
    struct weights *w = &net->weights;
    const struct weights *g = &net->gradient;
    descend(w->hidden[0], g->hidden[0], PIXELS * HIDDEN, rate);
    descend(w->hidden_bias, g->hidden_bias, HIDDEN, rate);
    descend(w->output[0], g->output[0], HIDDEN * CLASSES, rate);
    descend(w->output_bias, g->output_bias, CLASSES, rate);
}

double network_accuracy(struct network *net, const struct dataset *set)
{
    static struct batch batch;
    const size_t batches = set->images.count / BATCH_SIZE;
    size_t hits = 0;

    for (size_t number = 0; number < batches; number++) {
        dataset_copy_batch(set, &batch, number);
        network_hidden_layer(net, &batch);
        network_output_layer(net, &batch);
        hits += network_hits(net, &batch);
    }
    return (double)hits / (double)(batches * BATCH_SIZE);
}
