/* SPDX-License-Identifier: MIT */
/* Where one case goes on to the next: some of it is warned about, some is not. */
void use(int);

int ends_at_break(int x)
{
    switch (x) {
    case 1:
        x = 0;
    case 2:
        break;
    case 3:
        x++;
    case 4: {
        break;
    }
    case 5:
        x++;
    case 6:
    case 7:
        (void)x;
        break;
    case 8:
        x++;
    default:
        return x;
    }
    return 2 * x;
}

int ends_at_return(int x)
{
    switch (x) {
    case 1:
        x = 0;
    case 2:
        return 0;
    case 3:
        use(x);
    case 4:
        goto out;
    case 5:
        x++;
    case 6:
        use(x);
    }
out:
    return x;
}

void ends_at_nothing(int x)
{
    for (int i = 0; i < x; i++)
        switch (i) {
        case 1:
            use(i);
        case 2:
            continue;
        case 3:
            use(2);
        case 4:
            return;
        case 5:
            use(3);
            /* fall through */
        case 6:
            use(4);
            __attribute__((fallthrough));
        case 7:
            use(5);
        case 9:
            if (x)
                use(6);
        case 10:
            while (x--)
                use(7);
        case 11: {
            use(8);
            {
                use(9);
            }
        }
        case 12:
            use(10);
        case 13:;
        }
}

int begins_early(int x)
{
    switch (x) {
#ifdef __cplusplus
        int y;
#else
        int y = 3;
#endif
    case 1:
        y = x;
        return y;
    case 2: {
        return 3;
        (void)x;
    }
    default:
        return 5;
    }
}

int chooses_in_else(int x, int y)
{
    switch (x) {
    case 0:
        use(0);
    case 1:
        if (y)
            use(1);
        else
            goto out;
    case 2:
        use(2);
    case 3:
        if (y > 2)
            use(3);
        else if (y > 1)
            use(4);
        else
            break;
    case 4:
        use(5);
    case 5:
        use(6);
    }
    while (y--)
        switch (y) {
        case 1:
            if (x) {
                use(7);
                return 3;
            } else
                continue;
        case 2:
            use(8);
        case 3:
            switch (x) {
            case 1:
                use(9);
            default:
                x = 3;
            }
        default:
            x = 5;
        }
out:
    return x;
}
